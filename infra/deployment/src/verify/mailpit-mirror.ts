import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Stack } from './stack.js';

const pollMs = 500;

/** Prints the latest 200 messages, in a container that can reach Mailpit. */
const script = `
const get = async (path) => (await fetch('http://mailpit:8025/api/v1/' + path));
const { messages } = await (await get('messages?limit=200')).json();
const sources = await Promise.all(messages.map(async ({ ID }) => [ID, await (await get('message/' + ID + '/raw')).text()]));
console.log(JSON.stringify(Object.fromEntries(sources)));
`;

/** Copies the messages of Mailpit, which publishes no port, into a folder of .eml files. */
export class MailpitMirror {
  private running = true;
  private readonly done: Promise<void>;

  constructor(
    private readonly stack: Stack,
    private readonly folder: string,
  ) {
    this.done = this.run();
  }

  private async run(): Promise<void> {
    const known = new Set<string>();
    while (this.running) {
      const output = await this.stack
        .compose(['exec', '-T', 'notifications', 'node', '--input-type=module', '--eval', script])
        .catch(() => '{}');
      for (const [id, source] of Object.entries(JSON.parse(output) as Record<string, string>)) {
        if (known.has(id)) continue;
        known.add(id);
        writeFileSync(join(this.folder, `${id}.eml`), source);
      }
      await delay(pollMs);
    }
  }

  async stop(): Promise<void> {
    this.running = false;
    await this.done;
  }
}
