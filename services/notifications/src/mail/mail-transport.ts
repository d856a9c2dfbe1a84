import { mkdir, open, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { Config } from '../config.js';

export interface OutgoingMail {
  /** Names the mail for good: a second sending of it replaces or repeats the first under the same Message-ID. */
  deliveryId: string;
  messageId: string;
  from: string;
  to: string;
  replyTo?: string | undefined;
  subject: string;
  text: string;
  html?: string | undefined;
  /** Where its reader ends what it belongs to by one POST (RFC 8058). */
  oneClick?: string | undefined;
  /** One of many alike. */
  bulk?: boolean | undefined;
  date: Date;
}

/** The mail was refused for good (an SMTP 5xx): another try would be refused too. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError';
}

/** The server had the whole mail and did not say what became of it: it may have arrived. */
export class MailOutcomeUnknownError extends Error {
  override readonly name = 'MailOutcomeUnknownError';
  readonly code = 'outcome unknown';
}

/** The server cannot be spoken to: it is no better for the next mail. */
export class MailServerAwayError extends Error {
  override readonly name = 'MailServerAwayError';
  constructor(
    readonly code: string,
    options: ErrorOptions,
  ) {
    super(code, options);
  }
}

export interface MailTransport {
  /**
   * @throws MailRefusedError for good; MailOutcomeUnknownError, MailServerAwayError and any other error for now: but for
   *   the first of these the mail has certainly not been taken
   */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/** Milliseconds to wait for each step of an SMTP conversation. */
const smtpTimeout = 10_000;

export interface TransportOptions {
  /** Connections that are kept open and used again, for many mails; without it each mail has its own. */
  connections?: number;
}

/** SMTP where a server is set, else a folder of `.eml` files. */
export function createMailTransport(
  { SMTP_URL, MAIL_DIR }: Pick<Config, 'SMTP_URL' | 'MAIL_DIR'>,
  options: TransportOptions = {},
): MailTransport {
  if (SMTP_URL) return smtpTransport(SMTP_URL, options);
  return folderTransport(MAIL_DIR!);
}

export function smtpTransport(url: string, { connections }: TransportOptions = {}): MailTransport {
  const address = new URL(url);
  // nodemailer reads its options from the address; its own limits are minutes, in which hung servers hold every worker.
  for (const limit of ['connectionTimeout', 'greetingTimeout', 'socketTimeout']) {
    if (!address.searchParams.has(limit)) address.searchParams.set(limit, String(smtpTimeout));
  }
  if (connections) {
    address.searchParams.set('pool', 'true');
    address.searchParams.set('maxConnections', String(connections));
    // The pool would hand a mail to a second connection when the first one is lost, whether or not it had been taken.
    address.searchParams.set('maxRequeues', '0');
  }
  const smtp = createTransport(address.href);
  return {
    async send(mail) {
      const { message, envelope } = await composed(mail);
      const handed = new HandedOver(message);
      try {
        await smtp.sendMail({ envelope, raw: handed.stream, disableFileAccess: true, disableUrlAccess: true });
      } catch (error) {
        throw failureOf(error, handed.whole);
      }
    },
    close: () => smtp.close(),
  };
}

/** Mails as `.eml` files that any mail program opens: what a machine without a mail server has for an outbox. */
export function folderTransport(folder: string): MailTransport {
  return {
    async send(mail) {
      const { message } = await composed(mail);
      const path = join(folder, `${mail.deliveryId}.eml`);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const file = await open(`${path}.part`, 'w', 0o600);
      try {
        await file.writeFile(message);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(`${path}.part`, path);
    },
    close: () => undefined,
  };
}

/** A mail on its way over a connection, which knows whether all of it has gone: only then can it have been taken. */
class HandedOver {
  whole = false;
  readonly stream: Readable;

  constructor(message: Buffer) {
    this.stream = Readable.from([message]);
    this.stream.once('end', () => {
      this.whole = true;
    });
  }
}

interface SmtpError extends Error {
  responseCode?: number;
  code?: string;
}

/** Errors of the connection itself, its greeting or its sign-in: the mail has no part in them. */
const awayCodes = ['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'ETLS', 'EAUTH', 'EPROXY'];

/** @param whole whether the server has had all of the mail */
function failureOf(error: unknown, whole: boolean): unknown {
  const { responseCode, code } = error as SmtpError;
  if (isRefusal(error)) return new MailRefusedError(`SMTP ${error.responseCode}`, { cause: error });
  if (whole && responseCode === undefined) return new MailOutcomeUnknownError('outcome unknown', { cause: error });
  if (code !== undefined && awayCodes.includes(code)) return new MailServerAwayError(code, { cause: error });
  return error;
}

/**
 * The server has answered 5xx to this recipient or this text. A refused sign-in (EAUTH) is 5xx too, but it is the
 * configuration that is wrong, not the mail.
 */
function isRefusal(error: unknown): error is Error & { responseCode: number } {
  const { responseCode, code } = error as SmtpError;
  return responseCode !== undefined && responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
}

const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

async function composed(mail: OutgoingMail): Promise<{ message: Buffer; envelope: { from: string; to: string[] } }> {
  const { message, envelope } = await composer.sendMail({
    messageId: mail.messageId,
    from: mail.from,
    // An object is one address whatever stands in it; a string would be parsed as a list.
    to: { name: '', address: mail.to },
    ...(mail.replyTo && { replyTo: { name: '', address: mail.replyTo } }),
    subject: mail.subject,
    text: mail.text,
    ...(mail.html && { html: mail.html }),
    date: mail.date,
    headers: headersOf(mail),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { message: message as Buffer, envelope: { from: envelope.from || '', to: envelope.to } };
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
