import type { ServerResponse } from 'node:http';
import { type LiveChange, livePath } from '@docfolio/contracts/live';
import type { FixtureRequest, FixtureServer } from './fixture-server.js';

/** The stream of changes of a fixture server: a spec says what open pages are told. */
export class LiveFixture {
  /** Every connection so far. */
  readonly requests: FixtureRequest[] = [];
  readonly #open = new Set<ServerResponse>();
  #refusal: ((request: FixtureRequest) => void) | undefined;
  #lastId = 0;

  constructor(server: FixtureServer) {
    server.onPath(livePath, (request, response) => {
      this.requests.push(request);
      this.#refusal?.(request);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`retry: 250\n\nid: 1-${this.#lastId}\n\n`);
      this.#open.add(response);
      response.on('close', () => this.#open.delete(response));
    });
  }

  /** Streams that are open at the moment. */
  get open(): number {
    return this.#open.size;
  }

  tell(...changes: LiveChange[]): void {
    const events = changes.map((change) => {
      this.#lastId += 1;
      return `id: 1-${this.#lastId}\nevent: change\ndata: ${JSON.stringify(change)}\n\n`;
    });
    this.write(events.join(''));
  }

  reset(): void {
    this.write(`id: 1-${this.#lastId}\nevent: reset\ndata: {}\n\n`);
  }

  write(text: string): void {
    for (const response of this.#open) response.write(text);
  }

  /** Breaks every open stream. */
  drop(): void {
    for (const response of this.#open) response.destroy();
  }

  /** Refuses connections by what `refusal` throws; undefined accepts them again. */
  refuse(refusal?: (request: FixtureRequest) => void): void {
    this.#refusal = refusal;
  }
}
