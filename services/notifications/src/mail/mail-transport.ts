import { mkdir, open, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
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
  date: Date;
}

/** The mail was refused for good (an SMTP 5xx): another try would be refused too. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError';
}

export interface MailTransport {
  /** @throws MailRefusedError for good, any other error for now. */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/** Milliseconds to wait for each step of an SMTP conversation. */
const smtpTimeout = 10_000;

/** SMTP where a server is set, else a folder of `.eml` files. */
export function createMailTransport({ SMTP_URL, MAIL_DIR }: Pick<Config, 'SMTP_URL' | 'MAIL_DIR'>): MailTransport {
  if (SMTP_URL) return smtpTransport(SMTP_URL);
  return folderTransport(MAIL_DIR!);
}

export function smtpTransport(url: string): MailTransport {
  const address = new URL(url);
  // nodemailer reads its options from the address; its own limits are minutes, in which hung servers hold every worker.
  for (const limit of ['connectionTimeout', 'greetingTimeout', 'socketTimeout']) {
    if (!address.searchParams.has(limit)) address.searchParams.set(limit, String(smtpTimeout));
  }
  const smtp = createTransport(address.href);
  return {
    async send(mail) {
      try {
        await smtp.sendMail(envelope(mail));
      } catch (error) {
        throw isRefusal(error) ? new MailRefusedError(`SMTP ${error.responseCode}`, { cause: error }) : error;
      }
    },
    close: () => smtp.close(),
  };
}

/** Mails as `.eml` files that any mail program opens: what a machine without a mail server has for an outbox. */
export function folderTransport(folder: string): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(mail) {
      const { message } = await composer.sendMail(envelope(mail));
      const path = join(folder, `${mail.deliveryId}.eml`);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const file = await open(`${path}.part`, 'w', 0o600);
      try {
        await file.writeFile(message as Buffer);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(`${path}.part`, path);
    },
    close: () => composer.close(),
  };
}

/**
 * The server has answered 5xx to this recipient or this text. A refused sign-in (EAUTH) is 5xx too, but it is the
 * configuration that is wrong, not the mail.
 */
function isRefusal(error: unknown): error is Error & { responseCode: number } {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  return responseCode !== undefined && responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
}

function envelope(mail: OutgoingMail) {
  return {
    messageId: mail.messageId,
    from: mail.from,
    // An object is one address whatever stands in it; a string would be parsed as a list.
    to: { name: '', address: mail.to },
    ...(mail.replyTo && { replyTo: { name: '', address: mail.replyTo } }),
    subject: mail.subject,
    text: mail.text,
    date: mail.date,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
