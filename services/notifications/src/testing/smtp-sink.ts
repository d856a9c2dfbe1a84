import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  to: string | undefined;
  replyTo: string | undefined;
  messageId: string | undefined;
  source: string;
}

/** A mail server that keeps what it is sent. */
export interface SmtpSink {
  readonly received: readonly ReceivedMail[];
  close(): Promise<void>;
}

export interface SmtpSinkOptions {
  /** Recipients that get a 550. */
  refuses?(address: string): boolean;
  /** Called when a mail has been taken, before the sender is told so. */
  taking?(mail: ReceivedMail): Promise<void> | void;
}

export async function startSmtpSink(port: number, { refuses, taking }: SmtpSinkOptions = {}): Promise<SmtpSink> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: ({ address }, _session, done) =>
      refuses?.(address) ? done(Object.assign(new Error('no such box'), { responseCode: 550 })) : done(),
    onData: (stream, _session, done) => {
      let source = '';
      stream.on('data', (chunk: Buffer) => {
        source += chunk.toString();
      });
      stream.on('end', async () => {
        const mail = parseMail(source);
        received.push(mail);
        await taking?.(mail);
        done();
      });
    },
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return { received, close: () => new Promise((closed) => server.close(() => closed())) };
}

export function parseMail(source: string): ReceivedMail {
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(source)?.[1]?.trim();
  return { to: header('To'), replyTo: header('Reply-To'), messageId: header('Message-ID'), source };
}
