import { RecordRepository } from '@docfolio/service-kit/mongo/record.repository';
import { type AdminUserFields, type AdminUserRecord, adminUserChangedTo } from './admin-user.js';

/** Who is an admin. Each change is raised as `admin_user.changed` by the write that makes it. */
export class AdminUsersRepository extends RecordRepository<AdminUserFields> {
  async findByUser(userId: string): Promise<{ is_active: boolean; version: number } | null> {
    return this.model.findOne({ _id: userId, deleted_at: null }).lean<{ is_active: boolean; version: number }>();
  }

  /** Whether anybody was ever made an admin. */
  async any(): Promise<boolean> {
    return (await this.model.findOne({ deleted_at: null }, { _id: 1 }).lean()) !== null;
  }

  /** Makes somebody an active admin, whether or not there is a row. */
  async activate(userId: string, email: string): Promise<AdminUserRecord> {
    if (await this.findByUser(userId)) return this.setActive(userId, email, true);
    return this.create(userId, '', { is_active: true }, (record) => [adminUserChangedTo(record, email)]);
  }

  /** @throws ProblemError `not_found` when the user has no row. */
  async setActive(userId: string, email: string, isActive: boolean): Promise<AdminUserRecord> {
    const events = (record: AdminUserRecord) => [adminUserChangedTo(record, email)];
    return this.patch(userId, { is_active: isActive }, { events });
  }
}
