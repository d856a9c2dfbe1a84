import type { ServerResponse } from 'node:http';
import { type LiveChange, livePath } from '@docfolio/contracts/core/live';
import type { FixtureRequest, FixtureServer } from './fixture-server.js';

/** Serves the live stream on a fixture server. `tell` sends changes to all open streams. */
export class LiveFixture {
  readonly requests: FixtureRequest[] = [];
  private readonly openStreams = new Set<ServerResponse>();
  private refusal: ((request: FixtureRequest) => void) | undefined;
  private lastId = 0;

  constructor(server: FixtureServer) {
    server.onPath(livePath, (request, response) => {
      this.requests.push(request);
      this.refusal?.(request);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`retry: 250\n\nid: 1-${this.lastId}\n\n`);
      this.openStreams.add(response);
      response.on('close', () => this.openStreams.delete(response));
    });
  }

  get open(): number {
    return this.openStreams.size;
  }

  tell(...changes: LiveChange[]): void {
    const events = changes.map((change) => {
      this.lastId += 1;
      return `id: 1-${this.lastId}\nevent: change\ndata: ${JSON.stringify(change)}\n\n`;
    });
    this.write(events.join(''));
  }

  reset(): void {
    this.write(`id: 1-${this.lastId}\nevent: reset\ndata: {}\n\n`);
  }

  write(text: string): void {
    for (const response of this.openStreams) response.write(text);
  }

  drop(): void {
    for (const response of this.openStreams) response.destroy();
  }

  /** Makes new connections fail with what `refusal` throws. Without an argument they are accepted again. */
  refuse(refusal?: (request: FixtureRequest) => void): void {
    this.refusal = refusal;
  }
}
