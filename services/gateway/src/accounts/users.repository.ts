import { ProblemError } from '@docfolio/contracts/core/problem';
import type { TypedModel } from '@docfolio/service-kit/mongo/typed-model';
import { mongo, Schema } from 'mongoose';
import type { User } from './user.js';

export const userSchema = new Schema<User>(
  {
    _id: { type: String, required: true },
    email: { type: String, required: true },
    password_hash: { type: String, required: true },
    created_at: { type: Date, required: true },
    password_changed_at: { type: Date, required: true },
  },
  { collection: 'users', versionKey: false },
);
// Serves sign-ins, and allows one account per email.
userSchema.index({ email: 1 }, { unique: true });

const duplicateKey = 11_000;

export class UsersRepository {
  constructor(private readonly users: TypedModel<User>) {}

  /** Stores a user. @throws ProblemError `conflict` if the email is taken */
  async create(user: User): Promise<void> {
    try {
      await this.users.create(user);
    } catch (cause) {
      if (!(cause instanceof mongo.MongoServerError) || cause.code !== duplicateKey) throw cause;
      throw new ProblemError('conflict', { detail: 'There is a user with this e-mail address.', cause });
    }
  }

  async findByEmail(email: string): Promise<User | null> {
    return this.users.findOne({ email }).lean<User>();
  }

  async list(limit: number): Promise<User[]> {
    return this.users.find().sort({ email: 1 }).limit(limit).lean<User[]>();
  }

  async findById(id: string): Promise<User | null> {
    return this.users.findOne({ _id: id }).lean<User>();
  }

  /** Stores a password hash; with `current`, only in place of that hash. @returns whether it was stored */
  async setPassword(id: string, passwordHash: string, now: Date, current?: string): Promise<boolean> {
    const filter = current === undefined ? { _id: id } : { _id: id, password_hash: current };
    const result = await this.users.updateOne(filter, {
      $set: { password_hash: passwordHash, password_changed_at: now },
    });
    return result.matchedCount === 1;
  }
}
