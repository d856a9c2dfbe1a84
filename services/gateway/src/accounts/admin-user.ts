import { adminUserChanged } from '@docfolio/contracts/entities/session';
import { type OccurredEvent, occurred } from '@docfolio/service-kit/events/outbox';
import { type RecordBase, recordSchema } from '@docfolio/service-kit/mongo/record.schema';

/** Fields of a row of admin_users, which makes a user an admin. Its `_id` is the user's id. */
export interface AdminUserFields {
  is_active: boolean;
}
export type AdminUser = AdminUserFields & RecordBase;

export const adminUserSchema = recordSchema<AdminUserFields>({ is_active: { type: Boolean, required: true } });

export interface AdminUserRecord {
  id: string;
  is_active: boolean;
  version: number;
  created_at: string;
  updated_at: string;
}

export function adminUserChangedTo(record: AdminUserRecord, email: string): OccurredEvent {
  return occurred(adminUserChanged, {
    user_id: record.id,
    email,
    is_active: record.is_active,
    created_at: record.created_at,
    changed_at: record.updated_at,
  });
}
