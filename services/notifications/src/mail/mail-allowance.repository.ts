import { groupCalls } from '@docfolio/service-kit/group-calls';
import { isDuplicateKey } from '@docfolio/service-kit/mongo/duplicate-key';
import { refusalsOf } from '@docfolio/service-kit/mongo/insert-group';
import { InjectRecordModel } from '@docfolio/service-kit/mongo/mongo.module';
import { querySpan } from '@docfolio/service-kit/mongo/query-spans';
import type { TypedModel } from '@docfolio/service-kit/mongo/typed-model';
import { Injectable } from '@nestjs/common';
import type { MailAllowance } from './mail-allowance.schema.js';

const twoDays = 2 * 24 * 3_600_000;

interface Upsert {
  filter: object;
  update: object;
}

@Injectable()
export class MailAllowanceRepository {
  private readonly upsert = groupCalls((upserts: readonly Upsert[]) => this.upsertAll(upserts));

  constructor(@InjectRecordModel('mail_allowances') private readonly allowances: TypedModel<MailAllowance>) {}

  /** Counts an email towards a limit, atomically, once per delivery. @returns false if `limit` are counted already */
  async take(_id: string, deliveryId: string, limit: number, now: Date): Promise<boolean> {
    const place = {
      $addToSet: { deliveries: deliveryId },
      $setOnInsert: { expires_at: new Date(now.getTime() + twoDays) },
    };
    const free = { $or: [{ deliveries: deliveryId }, { [`deliveries.${limit - 1}`]: { $exists: false } }] };
    // Of two concurrent first emails one insert fails: its second attempt finds the other's document.
    for (const lastTry of [false, true]) {
      try {
        const upsert = { filter: { _id: _id as never, ...free }, update: place };
        await querySpan('bulkWrite', this.allowances.collection.name, () => this.upsert(upsert));
        return true;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        if (lastTry) return false;
      }
    }
    return false;
  }

  private async upsertAll(upserts: readonly Upsert[]): Promise<(Error | undefined)[]> {
    const outcomes = upserts.map((): Error | undefined => undefined);
    try {
      await this.allowances.collection.bulkWrite(
        upserts.map(({ filter, update }) => ({ updateOne: { filter, update: update as never, upsert: true } })),
        { ordered: false },
      );
    } catch (error) {
      for (const [index, refusal] of refusalsOf(error)) outcomes[index] = refusal;
    }
    return outcomes;
  }
}
