import { encode as base64, wrap as wrapBase64 } from 'nodemailer/lib/base64';
import MailComposer from 'nodemailer/lib/mail-composer';
import { encodeWord } from 'nodemailer/lib/mime-funcs';
import type MimeNode from 'nodemailer/lib/mime-node';
import { encode as quotedPrintable, wrap as wrapQuotedPrintable } from 'nodemailer/lib/qp';

export interface OutgoingMail {
  /** Id of the delivery, which names the `.eml` file. */
  deliveryId: string;
  messageId: string;
  from: string;
  to: string;
  replyTo?: string | undefined;
  subject: string;
  text: string;
  html?: string | undefined;
  oneClick?: string | undefined;
  bulk?: boolean | undefined;
  date: Date;
}

export interface ComposedMail {
  message: Buffer;
  envelope: { from: string; to: string[] };
}

/** Returns an email as MIME, with CRLF line ends. */
export async function composed(mail: OutgoingMail): Promise<ComposedMail> {
  const node = new MailComposer({
    messageId: mail.messageId,
    from: mail.from,
    // An object is a single address; a string would be parsed as a list.
    to: { name: '', address: mail.to },
    ...(mail.replyTo && { replyTo: { name: '', address: mail.replyTo } }),
    subject: subjectOf(mail),
    text: mail.text,
    ...(mail.html && { html: mail.html }),
    date: mail.date,
    headers: headersOf(mail),
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  const { from, to } = node.getEnvelope();
  return {
    message: mail.html ? await node.build() : textMessage(node, mail.text),
    envelope: { from: from || '', to },
  };
}

/** Returns a subject as a header. A visitor's text may look like an encoded word, which mail programs would decode. */
const subjectOf = ({ subject }: OutgoingMail): string =>
  subject.includes('=?') ? encodeWord(subject, 'B', 52) : subject;

/** Returns what `node.build` returns for a text, without its streams, which take half of its CPU time. */
function textMessage(node: MimeNode, text: string): Buffer {
  return Buffer.from(`${node.buildHeaders()}\r\n\r\n${bodyOf(text, String(node.getTransferEncoding()))}`);
}

function bodyOf(text: string, encoding: string): string {
  if (encoding === 'base64') return withLastLineEnd(wrapBase64(base64(text)));
  const lines = text.replace(/\r?\n/g, '\r\n');
  return withLastLineEnd(encoding === 'quoted-printable' ? wrapQuotedPrintable(quotedPrintable(lines)) : lines);
}

function withLastLineEnd(body: string): string {
  return body === '' || body.endsWith('\r\n') ? body : `${body}\r\n`;
}

function headersOf({ oneClick, bulk }: OutgoingMail): Record<string, string> {
  return {
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    ...(bulk && { Precedence: 'bulk' }),
    ...(oneClick && {
      'List-Unsubscribe': `<${oneClick}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  };
}
