import { InjectRecordModel } from '@docfolio/service-kit/mongo/mongo.module';
import type { TypedModel } from '@docfolio/service-kit/mongo/typed-model';
import { Injectable } from '@nestjs/common';
import type { MailAllowance } from './mail-allowance.schema.js';

const duplicateKey = 11_000;
const twoDays = 2 * 24 * 3_600_000;

@Injectable()
export class MailAllowanceRepository {
  constructor(@InjectRecordModel('mail_allowances') private readonly allowances: TypedModel<MailAllowance>) {}

  /**
   * Takes one of the `limit` places of an allowance, atomically. Idempotent per delivery.
   * @returns false if all places are taken
   */
  async take(_id: string, deliveryId: string, limit: number, now: Date): Promise<boolean> {
    const place = {
      $addToSet: { deliveries: deliveryId },
      $setOnInsert: { expires_at: new Date(now.getTime() + twoDays) },
    };
    const free = { $or: [{ deliveries: deliveryId }, { [`deliveries.${limit - 1}`]: { $exists: false } }] };
    // Two first orders of a day may both insert: the loser finds the other's document on its second attempt.
    for (const lastTry of [false, true]) {
      try {
        await this.allowances.updateOne({ _id, ...free }, place, { upsert: true });
        return true;
      } catch (error) {
        if ((error as { code?: number }).code !== duplicateKey) throw error;
        if (lastTry) return false;
      }
    }
    return false;
  }
}
