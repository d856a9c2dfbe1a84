import { mkdir, open, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { Config } from '../config.js';

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

/** Thrown if the mail server refused the email permanently (SMTP 5xx), so that retrying would not help. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError';
}

/** Thrown if the connection broke after the whole email was sent, so that it may have arrived. */
export class MailOutcomeUnknownError extends Error {
  override readonly name = 'MailOutcomeUnknownError';
  readonly code = 'outcome unknown';
}

/** Thrown if the mail server is unavailable, so that other emails would fail as well. */
export class MailServerUnavailableError extends Error {
  override readonly name = 'MailServerUnavailableError';
  constructor(
    readonly code: string,
    options: ErrorOptions,
  ) {
    super(code, options);
  }
}

export interface MailTransport {
  /** Sends an email once. @throws MailOutcomeUnknownError if it may have arrived; other errors if it has not */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/** ms for connecting, for the greeting, and of silence on the socket, unless SMTP_URL sets them. */
const smtpTimeout = 10_000;

export interface TransportOptions {
  /** Number of pooled connections, for bulk email. Default: a new connection per email. */
  connections?: number;
}

/** Returns an SMTP transport if a server is configured, else one that writes `.eml` files to a folder. */
export function createMailTransport(
  { SMTP_URL, MAIL_DIR }: Pick<Config, 'SMTP_URL' | 'MAIL_DIR'>,
  options: TransportOptions = {},
): MailTransport {
  if (SMTP_URL) return smtpTransport(SMTP_URL, options);
  return folderTransport(MAIL_DIR!);
}

export function smtpTransport(url: string, { connections }: TransportOptions = {}): MailTransport {
  const address = new URL(url);
  // nodemailer reads options from the URL. By default, hung servers block all workers for minutes.
  for (const limit of ['connectionTimeout', 'greetingTimeout', 'socketTimeout']) {
    if (!address.searchParams.has(limit)) address.searchParams.set(limit, String(smtpTimeout));
  }
  if (connections) {
    address.searchParams.set('pool', 'true');
    address.searchParams.set('maxConnections', String(connections));
    // Otherwise the pool resends an email after a disconnection, even if the server accepted it.
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

/** An email being sent. The server can only have accepted it once `whole` is true: all of it was sent. */
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

/** nodemailer's error codes for connection, greeting and sign-in, which do not depend on the email. */
const unavailableCodes = ['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'ETLS', 'EAUTH', 'EPROXY'];

function failureOf(error: unknown, whole: boolean): unknown {
  const { responseCode, code } = error as SmtpError;
  if (isRefusal(error)) return new MailRefusedError(`SMTP ${error.responseCode}`, { cause: error });
  if (whole && responseCode === undefined) return new MailOutcomeUnknownError('outcome unknown', { cause: error });
  if (code !== undefined && unavailableCodes.includes(code))
    return new MailServerUnavailableError(code, { cause: error });
  return error;
}

/** Returns whether the server refused this recipient or text (5xx). EAUTH, a wrong configuration, is 5xx as well. */
function isRefusal(error: unknown): error is Error & { responseCode: number } {
  const { responseCode, code } = error as SmtpError;
  return responseCode !== undefined && responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
}

const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

async function composed(mail: OutgoingMail): Promise<{ message: Buffer; envelope: { from: string; to: string[] } }> {
  const { message, envelope } = await composer.sendMail({
    messageId: mail.messageId,
    from: mail.from,
    // An object is a single address; a string would be parsed as a list.
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
