import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';

/** Answers a request below its prefix. What it throws ends the connection. */
export type InternalRoute = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** What a service answers on its internal port besides the probes: to processes of ours, never to the outside world. */
@Injectable()
export class InternalRoutes {
  private readonly routes = new Map<string, InternalRoute>();

  /** @param prefix of the path, with a slash at both ends @throws Error when it has a route already */
  add(prefix: string, route: InternalRoute): void {
    if (this.routes.has(prefix)) throw new Error(`${prefix} has two routes`);
    this.routes.set(prefix, route);
  }

  find(path: string): InternalRoute | undefined {
    return [...this.routes].find(([prefix]) => path.startsWith(prefix))?.[1];
  }
}
