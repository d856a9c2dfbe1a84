// Replaces Mailpit: writes each message to MAIL_DIR as an .eml file.
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';

const port = 1025;
const folder = process.env.MAIL_DIR ?? '/data';
mkdirSync(folder, { recursive: true });

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData: (stream, _session, done) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      const path = join(folder, randomUUID());
      // Readers take every .eml file, so only complete ones get this name.
      writeFile(path, Buffer.concat(chunks))
        .then(() => rename(path, `${path}.eml`))
        .then(
          () => done(),
          (error: Error) => done(error),
        );
    });
  },
});
// Senders that are killed reset their connections.
server.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') throw error;
});
server.listen(port, '0.0.0.0');
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => server.close(() => process.exit(0)));
}
