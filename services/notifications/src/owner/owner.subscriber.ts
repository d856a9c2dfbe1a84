import type { PayloadOf } from '@docfolio/contracts/core/event';
import { adminUserChanged } from '@docfolio/contracts/entities/session';
import { OnEvent } from '@docfolio/service-kit/events/on-event';
import { Injectable } from '@nestjs/common';
import { OwnerRepository } from './owner.repository.js';

@Injectable()
export class OwnerSubscriber {
  constructor(private readonly owner: OwnerRepository) {}

  @OnEvent(adminUserChanged)
  rememberAdmin({ user_id, email, is_active, created_at, changed_at }: PayloadOf<typeof adminUserChanged>) {
    return this.owner.remember({
      _id: user_id,
      email,
      is_active,
      created_at: new Date(created_at),
      changed_at: new Date(changed_at),
    });
  }
}
