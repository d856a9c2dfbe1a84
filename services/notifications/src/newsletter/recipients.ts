import { maxListLimit } from '@docfolio/contracts/core/list';
import { type Recipient, recipientsLimit, subscriptions } from '@docfolio/contracts/entities/newsletter';
import { newId } from '@docfolio/service-kit/identity';
import { RpcClient } from '@docfolio/service-kit/rpc/rpc-client';
import { Injectable } from '@nestjs/common';

const concurrency = 4;

@Injectable()
export class Recipients {
  constructor(private readonly rpc: RpcClient) {}

  /** Yields all recipients in batches, oldest first. @throws ProblemError `unavailable` */
  async *batches(): AsyncGenerator<Recipient[]> {
    let after: string | undefined;
    do {
      const query = { limit: maxListLimit, ...(after && { after }) };
      const { items, next } = await this.rpc.call(subscriptions.recipients, query, { requestId: newId() });
      yield items;
      after = next ?? undefined;
    } while (after);
  }

  async count(): Promise<number> {
    return (await this.rpc.call(subscriptions.recipients, { limit: 1 }, { requestId: newId() })).total;
  }

  /** Returns those subscribers who are still recipients, by id. @throws ProblemError `unavailable` */
  async still(ids: readonly string[]): Promise<Map<string, Recipient>> {
    const parts = Array.from({ length: Math.ceil(ids.length / recipientsLimit) }, (_, index) =>
      ids.slice(index * recipientsLimit, (index + 1) * recipientsLimit),
    );
    const found = new Map<string, Recipient>();
    for (let from = 0; from < parts.length; from += concurrency) {
      const answers = parts
        .slice(from, from + concurrency)
        .map((part) => this.rpc.call(subscriptions.stillRecipients, { ids: part }, { requestId: newId() }));
      for (const { items } of await Promise.all(answers)) for (const item of items) found.set(item.id, item);
    }
    return found;
  }
}
