import { closeSync, fsync, mkdirSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createTransport } from 'nodemailer';
import type { Config } from '../config.js';
import { composed, type OutgoingMail } from './composed-mail.js';
import { limitParallel } from './limit-parallel.js';

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
    // The System page shows what the server said.
    const said = options.cause instanceof Error ? options.cause.message : '';
    super(said === '' ? code : `${code}: ${said}`, options);
  }
}

export interface MailTransport {
  /** Sends an email once. @throws MailOutcomeUnknownError if it may have arrived; other errors if it has not */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/** ms for connecting, for the greeting, and of silence on the socket, unless SMTP_URL sets them. */
const smtpTimeout = 10_000;

const unpooledConnections = 4;

export interface TransportOptions {
  /** Number of pooled connections, for bulk email. Default: a new connection per email, up to 4 at a time. */
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
  const inTurn = connections ? undefined : limitParallel(unpooledConnections);
  return {
    async send(mail) {
      const { message, envelope } = await composed(mail);
      const handed = new HandedOver(message);
      try {
        const send = () =>
          smtp.sendMail({ envelope, raw: handed.stream, disableFileAccess: true, disableUrlAccess: true });
        await (inTurn ? inTurn(send) : send());
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
      // Only fsync waits for the disk. For the other calls, the thread pool would cost several times their own time.
      const file = created(`${path}.part`);
      try {
        writeFileSync(file, message);
        await onDisk(file);
      } finally {
        closeSync(file);
      }
      renameSync(`${path}.part`, path);
    },
    close: () => undefined,
  };
}

const onDisk = promisify(fsync);

/** Opens a file for writing, and creates its folder if it is missing. */
function created(path: string): number {
  const create = () => openSync(path, 'w', 0o600);
  try {
    return create();
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') throw error;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    return create();
  }
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
