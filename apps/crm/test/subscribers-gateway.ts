import type { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { type Subscriber, subscribers } from '@docfolio/contracts/subscriber';
import { CrmGateway, idNumber, Table } from './crm-gateway.js';

/** Returns subscriber number `n`; 1 is the newest. `changes` replaces fields. */
export function subscriberNumber(n: number, changes: Partial<Subscriber> = {}): Subscriber {
  return {
    id: idNumber(n),
    email: `reader${n}@example.com`,
    name: `Reader ${n}`,
    source: 'newsletter',
    is_active: true,
    subscribed_at: new Date(Date.UTC(2026, 10, 20, 12) - n * 3_600_000).toISOString(),
    confirmed_at: null,
    version: 1,
    ...changes,
  };
}

/** A fake gateway with one admin, which serves the given subscribers. */
export class SubscribersGateway extends CrmGateway {
  readonly table = new Table<Subscriber>({
    operations: {
      list: subscribers.list,
      get: subscribers.get,
      patch: subscribers.patch,
      remove: subscribers.delete,
    },
    textOf: ({ email, name }) => `${email}\n${name}`,
    matches: ({ is_active, source }, { status, source: wanted }) =>
      (!status || is_active === (status === 'active')) && (!wanted || (source ?? 'blog') === wanted),
    sort: '-subscribed_at',
  });

  constructor(server: FixtureServer) {
    super(server);
    this.tables.set('blog_subscribers', this.table);
  }

  reset(stored: Subscriber[] = []): void {
    this.resetAll();
    this.table.serve(this.server, stored);
  }
}
