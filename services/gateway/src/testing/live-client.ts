import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { type LiveChange, liveChange } from '@docfolio/contracts/core/live';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';

/** Client of the live stream, in place of an open CRM. */
export class LiveClient {
  /** Received changes and resets, in order, without those of the audit trail: each sign-in of a test makes one. */
  readonly news: (LiveChange | 'reset')[] = [];
  lastEventId: string | undefined;
  beats = 0;
  text = '';
  hasEnded = false;

  private constructor(
    readonly response: IncomingMessage,
    private readonly outgoing: ClientRequest,
  ) {
    let rest = '';
    response.setEncoding('utf8');
    response.on('data', (piece: string) => {
      this.text += piece;
      const blocks = (rest + piece).split('\n\n');
      rest = blocks.pop()!;
      for (const block of blocks) this.read(block.split('\n'));
    });
    response.on('error', () => undefined);
    response.on('close', () => {
      this.hasEnded = true;
    });
  }

  /** Opens a stream. Resolves when it has sent its position or has ended. */
  static async open(port: number, token: string, lastEventId?: string): Promise<LiveClient> {
    const client = await LiveClient.connect(port, token, lastEventId);
    await waitFor('the beginning', async () => client.lastEventId !== undefined || client.hasEnded);
    return client;
  }

  /** Opens a stream. Resolves with the response's headers, before any event. */
  static async connect(port: number, token: string, lastEventId?: string): Promise<LiveClient> {
    const headers = { authorization: `Bearer ${token}`, ...(lastEventId && { 'last-event-id': lastEventId }) };
    const outgoing = request({ host: '127.0.0.1', port, path: '/api/v1/admin/live', headers, agent: false });
    outgoing.on('error', () => undefined);
    outgoing.end();
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    return new LiveClient(response, outgoing);
  }

  async heard(count: number): Promise<void> {
    await waitFor(`${count} news, not ${this.news.length}`, async () => this.news.length >= count);
  }

  async ended(): Promise<void> {
    await waitFor('the end of the stream', async () => this.hasEnded);
  }

  close(): void {
    this.outgoing.destroy();
  }

  private read(lines: readonly string[]): void {
    const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
    if (lines.includes(':')) this.beats += 1;
    this.lastEventId = field('id') ?? this.lastEventId;
    const event = field('event');
    if (event === undefined) return;
    const change = event === 'reset' ? 'reset' : liveChange.parse(JSON.parse(field('data')!));
    if (change === 'reset' || change.topic !== 'audit_entries') this.news.push(change);
  }
}
