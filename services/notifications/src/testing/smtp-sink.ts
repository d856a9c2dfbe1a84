import { once } from 'node:events';
import type { Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  to: string | undefined;
  replyTo: string | undefined;
  messageId: string | undefined;
  source: string;
}

/** A mail server for tests, which stores the emails that it receives. */
export interface SmtpSink {
  readonly received: readonly ReceivedMail[];
  close(): Promise<void>;
  /** Returns the number of open connections. */
  conversations(): number;
  /** Closes all connections, in whatever step of the SMTP conversation they are. */
  cut(): void;
}

export interface SmtpSinkOptions {
  /** Returns whether to refuse a recipient permanently, with 550. */
  refuses?(address: string): boolean;
  /** Returns whether to refuse a recipient temporarily, with 451. */
  defers?(address: string): boolean;
  /** Called when an email was received, before the server responds. */
  taking?(mail: ReceivedMail): Promise<void> | void;
}

export async function startSmtpSink(
  port: number,
  { refuses, defers, taking }: SmtpSinkOptions = {},
): Promise<SmtpSink> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    // ms that idle connections of the client's pool may stay open at the close.
    closeTimeout: 200,
    onRcptTo: ({ address }, _session, done) => {
      if (refuses?.(address)) return done(Object.assign(new Error('no such box'), { responseCode: 550 }));
      if (defers?.(address)) return done(Object.assign(new Error('try again later'), { responseCode: 451 }));
      done();
    },
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
  // A killed client resets its connections, which is expected.
  server.on('error', () => undefined);
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    received,
    close: () => new Promise((closed) => server.close(() => closed())),
    conversations: () => server.connections.size,
    cut: () => {
      for (const { _socket } of server.connections as Iterable<{ _socket: Socket }>) _socket.destroy();
    },
  };
}

export function parseMail(source: string): ReceivedMail {
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(source)?.[1]?.trim();
  return { to: header('To'), replyTo: header('Reply-To'), messageId: header('Message-ID'), source };
}
