import { RecordRepository } from '@docfolio/service-kit/mongo/record.repository';
import { type AdminUserFields, type AdminUserRecord, adminUserChangedTo } from './admin-user.js';

/** Stores who is an admin. Each change raises the event `admin_user.changed`. */
export class AdminUsersRepository extends RecordRepository<AdminUserFields> {
  async findByUser(userId: string): Promise<{ is_active: boolean; version: number } | null> {
    return this.model.findOne({ _id: userId, deleted_at: null }).lean<{ is_active: boolean; version: number }>();
  }

  /** Returns the user id of the admin who is active longest; null if none is active. */
  async firstActive(): Promise<string | null> {
    const isActive = { is_active: true, deleted_at: null };
    const admin = await this.model.findOne(isActive).sort({ created_at: 1 }).lean<{ _id: string }>();
    return admin?._id ?? null;
  }

  async any(): Promise<boolean> {
    return (await this.model.findOne({ deleted_at: null }, { _id: 1 }).lean()) !== null;
  }

  async activate(userId: string, email: string): Promise<AdminUserRecord> {
    if (await this.findByUser(userId)) return this.setActive(userId, email, true);
    return this.create(userId, '', { is_active: true }, (record) => [adminUserChangedTo(record, email)]);
  }

  /** Grants or withdraws admin rights. @throws ProblemError `not_found` if the user was never an admin */
  async setActive(userId: string, email: string, isActive: boolean): Promise<AdminUserRecord> {
    const events = (record: AdminUserRecord) => [adminUserChangedTo(record, email)];
    return this.patch(userId, { is_active: isActive }, { events });
  }
}
