import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const pollMs = 250;

export class Mailbox {
  constructor(readonly folder: string) {}

  /** Returns the sources of all messages, quoted-printable decoded. */
  async messages(): Promise<string[]> {
    const names = (await readdir(this.folder)).filter((name) => name.endsWith('.eml'));
    return Promise.all(
      names.map(async (name) =>
        (await readFile(join(this.folder, name), 'utf8'))
          .replace(/=\r?\n/g, '')
          .replace(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
      ),
    );
  }

  /** Returns the first message that meets `condition`. @throws Error that names `what` after `timeout` ms */
  async waitFor(what: string, condition: (message: string) => boolean, timeout = 60_000): Promise<string> {
    const deadline = Date.now() + timeout;
    for (;;) {
      const found = (await this.messages()).find(condition);
      if (found) return found;
      if (Date.now() > deadline) throw new Error(`No ${what} within ${timeout / 1000} s`);
      await delay(pollMs);
    }
  }
}

export const isTo =
  (address: string) =>
  (message: string): boolean =>
    new RegExp(`^to:.*${address.replaceAll('.', '\\.')}`, 'im').test(message.split(/\r?\n\r?\n/, 1)[0] ?? '');
