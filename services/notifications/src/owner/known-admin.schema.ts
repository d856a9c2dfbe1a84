import { Schema } from 'mongoose';

/** A copy of the gateway's admin_users, updated by `admin_user.changed`. */
export interface KnownAdmin {
  _id: string;
  email: string;
  is_active: boolean;
  created_at: Date;
  /** Time of the latest event; older ones that arrive late are ignored. */
  changed_at: Date;
}

export const knownAdminSchema = new Schema<KnownAdmin>(
  {
    _id: String,
    email: { type: String, required: true },
    is_active: { type: Boolean, required: true },
    created_at: { type: Date, required: true },
    changed_at: { type: Date, required: true },
  },
  { collection: 'known_admins', versionKey: false, autoIndex: false },
);

knownAdminSchema.index({ is_active: 1, created_at: 1 });
