import { InjectRecordModel } from '@docfolio/service-kit/mongo/mongo.module';
import type { TypedModel } from '@docfolio/service-kit/mongo/typed-model';
import { Injectable } from '@nestjs/common';
import type { MailAllowance } from './mail-allowance.schema.js';

const duplicateKey = 11_000;
const twoDays = 2 * 24 * 3_600_000;

@Injectable()
export class MailAllowanceRepository {
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
