import { AdminGateway, idNumber, Table } from '@docfolio/admin/testing/admin-gateway';
import type { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { type Subscriber, statusOfSubscriber, subscribers } from '@docfolio/contracts/entities/subscriber';

/** Returns subscriber number `n`; 1 is the newest. `changes` replaces fields. */
export function subscriberNumber(n: number, changes: Partial<Subscriber> = {}): Subscriber {
  return {
    id: idNumber(n),
    email: `reader${n}@example.com`,
    name: `Reader ${n}`,
    source: 'newsletter',
    is_active: true,
    subscribed_at: new Date(Date.UTC(2026, 10, 20, 12) - n * 3_600_000).toISOString(),
    confirmed_at: new Date(Date.UTC(2026, 10, 20, 13)).toISOString(),
    version: 1,
    ...changes,
  };
}

/** A fake gateway with one admin, which serves the given subscribers. */
export class SubscribersGateway extends AdminGateway {
  readonly table = new Table<Subscriber>({
    operations: {
      list: subscribers.list,
      get: subscribers.get,
      patch: subscribers.patch,
      remove: subscribers.delete,
    },
    textOf: ({ email, name }) => `${email}\n${name}`,
    matches: (subscriber, { status, source: wanted }) =>
      (!status || statusOfSubscriber(subscriber) === status) && (!wanted || (subscriber.source ?? 'blog') === wanted),
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
