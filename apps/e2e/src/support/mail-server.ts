import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface TakenMail {
  to: string;
  subject: string;
  /** The email's body, quoted-printable decoded. */
  text: string;
  /** The email's header, with folded lines joined. */
  head: string;
}

export interface MailServer {
  url: string;
  readonly received: readonly TakenMail[];
  /** Refuses a part (0 to 1) of the recipients with 451 (try again later), each only once. */
  putOff(part: number): void;
  /** Refuses all recipients with 550 (no such mailbox) from now on, or takes them again. */
  refuse(all: boolean): void;
  /** Calls a function after each email with the number of emails so far. */
  onTaken(call: (count: number) => void): void;
  close(): Promise<void>;
}

/** Starts an SMTP server on a loopback port, by default a free one, that collects emails. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const received: TakenMail[] = [];
  const putOff = new Set<string>();
  let part = 0;
  let refused = false;
  let asked = 0;
  let taken: (count: number) => void = () => undefined;
  const never = Object.assign(new Error('no such mailbox'), { responseCode: 550 });
  const later = Object.assign(new Error('try again later'), { responseCode: 451 });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    // Ends connections that the platform keeps open.
    closeTimeout: 500,
    onRcptTo: ({ address }, _session, done) => {
      if (refused) return done(never);
      // Spreads refusals evenly over the recipients.
      const unlucky = Math.floor((asked + 1) * part) > Math.floor(asked * part) && !putOff.has(address);
      asked += 1;
      if (!unlucky) return done();
      putOff.add(address);
      done(later);
    },
    onData: (stream, session, done) => {
      let source = '';
      stream.on('data', (chunk: Buffer) => {
        source += chunk.toString();
      });
      stream.on('end', () => {
        received.push({ to: session.envelope.rcptTo[0]!.address, ...read(source) });
        taken(received.length);
        done();
      });
    },
  });
  // Senders that are killed reset their connections.
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') throw error;
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    putOff: (value) => {
      part = value;
    },
    refuse: (all) => {
      refused = all;
    },
    onTaken: (call) => {
      taken = call;
    },
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}

function read(source: string): Omit<TakenMail, 'to'> {
  const [folded = '', ...body] = source.split('\r\n\r\n');
  const head = folded.replace(/\r\n[ \t]+/g, ' ');
  const subject = /^Subject: (.*)$/im.exec(head)?.[1]?.trim() ?? '';
  const text = body
    .join('\r\n\r\n')
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  return { head, subject, text };
}
