import { groupCalls } from '@docfolio/service-kit/group-calls';
import { InjectRecordModel } from '@docfolio/service-kit/mongo/mongo.module';
import { querySpan } from '@docfolio/service-kit/mongo/query-spans';
import type { TypedModel } from '@docfolio/service-kit/mongo/typed-model';
import { Injectable } from '@nestjs/common';
import { config } from '../config.js';
import type { KnownAdmin } from './known-admin.schema.js';

/** Thrown if an email is for the owner while OWNER_EMAIL is not set and no admin is active. */
export class NoOwnerError extends Error {
  override readonly name = 'NoOwnerError';
  readonly code = 'no owner yet';
}

@Injectable()
export class OwnerRepository {
  private readonly firstAdmin = groupCalls(async (calls: readonly undefined[]) => {
    const address = await this.firstAddress();
    return calls.map(() => address);
  });

  constructor(@InjectRecordModel('known_admins') private readonly admins: TypedModel<KnownAdmin>) {}

  /** Returns OWNER_EMAIL, or the address of the first active admin. @throws NoOwnerError */
  async address(): Promise<string> {
    if (config.OWNER_EMAIL) return config.OWNER_EMAIL;
    return querySpan('findOne', this.admins.collection.name, () => this.firstAdmin(undefined));
  }

  private async firstAddress(): Promise<string> {
    const first = await this.admins.findOne({ is_active: true }).sort({ created_at: 1 }).lean<KnownAdmin | null>();
    if (!first) throw new NoOwnerError('There is no active admin yet');
    return first.email;
  }

  async remember(admin: KnownAdmin): Promise<void> {
    const { _id, ...fields } = admin;
    await this.admins.updateOne({ _id }, { $setOnInsert: fields }, { upsert: true });
    await this.admins.updateOne({ _id, changed_at: { $lt: admin.changed_at } }, { $set: fields });
  }
}
