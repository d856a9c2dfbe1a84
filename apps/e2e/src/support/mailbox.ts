import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Mail {
  headers: Record<string, string>;
  body: string;
}

/** Returns the emails in a platform's folder `mail`; [] if there is no such folder. */
export async function mailsIn(dataDir: string): Promise<Mail[]> {
  const folder = join(dataDir, 'mail');
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const files = names.filter((name) => name.endsWith('.eml'));
  return Promise.all(files.map(async (name) => parseMail(await readFile(join(folder, name), 'utf8'))));
}

function parseMail(source: string): Mail {
  const [head = '', ...rest] = source.split('\r\n\r\n');
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return { headers, body: rest.join('\r\n\r\n') };
}
