import { randomUUID } from 'node:crypto';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { emailAddress } from '@docfolio/contracts/core/text';
import { apiTokens } from '@docfolio/contracts/entities/api-token';
import { newPassword } from '@docfolio/contracts/entities/session';
import type { z } from 'zod';
import type { ApiTokensService } from '../access/api-tokens.service.js';
import type { Grants } from '../access/grants.js';
import type { AdminUserRecord } from '../accounts/admin-user.js';
import type { AdminUsersRepository } from '../accounts/admin-users.repository.js';
import type { AuthSessionsRepository } from '../accounts/auth-sessions.repository.js';
import { generatePassword, type Passwords } from '../accounts/passwords.js';
import { normaliseEmail, type User } from '../accounts/user.js';
import type { UsersRepository } from '../accounts/users.repository.js';

export class AccountError extends Error {
  override readonly name = 'AccountError';
}

export interface MadeAccount {
  email: string;
  /** Generated password, to be shown once. Null if the caller chose one or the user keeps theirs. */
  password: string | null;
}

export interface AccountParts {
  users: UsersRepository;
  admins: AdminUsersRepository;
  sessions: AuthSessionsRepository;
  tokens: ApiTokensService;
  grants: Grants;
  passwords: Passwords;
  /** Runs `work` while no other process runs it under the same lock. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
}

export class Accounts {
  constructor(private readonly parts: AccountParts) {}

  /**
   * Creates the first admin. An existing user with this email becomes the admin and gets the password, because an
   * earlier attempt may have died half-way. Safe in several processes. @returns null if there has ever been an admin
   */
  ensureFirst(email: string, password: string | undefined): Promise<MadeAccount | null> {
    const { admins, users, exclusively } = this.parts;
    // Without the lock a second process would replace the password that the first has just set.
    return exclusively(async () => {
      if (await admins.any()) return null;
      const existing = await users.findByEmail(normaliseEmail(email));
      const made = existing ? await this.setPassword(existing, password) : await this.createUser(email, password);
      await this.grantAdmin(made.email);
      return made;
    });
  }

  /** Creates an admin, or makes a user one. @throws AccountError for an active admin, or a user with `password` */
  async createAdmin(email: string, password: string | undefined): Promise<MadeAccount & { existed: boolean }> {
    const { admins, users } = this.parts;
    const existing = await users.findByEmail(normaliseEmail(email));
    if (!existing) {
      const made = await this.createUser(email, password);
      await this.grantAdmin(made.email);
      return { ...made, existed: false };
    }
    if (password !== undefined)
      throw new AccountError(
        `${existing.email} exists; reset-password changes the password, create only makes an admin.`,
      );
    if ((await admins.findByUser(existing._id))?.is_active)
      throw new AccountError(`${existing.email} is an admin already.`);
    await this.grantAdmin(existing.email);
    return { email: existing.email, password: null, existed: true };
  }

  /** Creates a user without admin rights. @throws AccountError if the email is taken or a value is invalid */
  async createUser(email: string, password: string | undefined): Promise<MadeAccount> {
    const address = normaliseEmail(checked(emailAddress, email, 'email'));
    if (await this.parts.users.findByEmail(address)) throw new AccountError(`${address} exists already.`);
    const chosen = choose(password);
    const now = new Date();
    await this.parts.users.create({
      _id: randomUUID(),
      email: address,
      password_hash: await this.parts.passwords.hash(chosen),
      created_at: now,
      password_changed_at: now,
    });
    return { email: address, password: password === undefined ? chosen : null };
  }

  /** Sets a password, generated if undefined, and ends all sessions of the user, on request also their API tokens. */
  async resetPassword(
    email: string,
    password: string | undefined,
    revokeTokens = false,
  ): Promise<MadeAccount & { revoked: string[]; tokens: string[] }> {
    const user = await this.userOf(email);
    const made = await this.setPassword(user, password);
    const revoked = revokeTokens ? await this.parts.tokens.revokeAllOf(user._id) : [];
    const tokens = (await this.parts.tokens.listOf(user._id)).map(({ name }) => name);
    return { ...made, revoked, tokens };
  }

  /** Withdraws admin rights. The user can still sign in. */
  async deactivate(email: string): Promise<void> {
    await this.setActive(email, false);
  }

  async activate(email: string): Promise<void> {
    await this.setActive(email, true);
  }

  /**
   * Creates an API token and returns it.
   * @param email the admin whose rights it has; by default the one who is active longest
   * @throws AccountError without such an admin, for an invalid name or scope, or if there are too many tokens
   */
  async createToken(email: string | undefined, name: string | undefined, scopes: string[]): Promise<string> {
    const given = checked(apiTokens.create.input, { name, scopes }, 'name or scope');
    const creator = email === undefined ? await this.firstAdmin() : await this.activeAdmin(email);
    try {
      const { token } = await this.parts.tokens.create(
        { user_id: creator._id, email: creator.email },
        given.name,
        given.scopes,
      );
      return token;
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'conflict')
        throw new AccountError(error.message, { cause: error });
      throw error;
    }
  }

  private async firstAdmin(): Promise<User> {
    const id = await this.parts.admins.firstActive();
    const user = id && (await this.parts.users.findById(id));
    if (!user) throw new AccountError('There is no active admin.');
    return user;
  }

  private async activeAdmin(email: string): Promise<User> {
    const user = await this.userOf(email);
    const admin = await this.parts.admins.findByUser(user._id);
    if (!admin?.is_active) throw new AccountError(`${user.email} is no active admin.`);
    return user;
  }

  private async setActive(email: string, isActive: boolean): Promise<void> {
    const user = await this.userOf(email);
    const { admins } = this.parts;
    if (!(await admins.findByUser(user._id)))
      throw new AccountError(`${user.email} never was an admin; create --email ${user.email} makes them one.`);
    await this.tellGateways(await admins.setActive(user._id, user.email, isActive));
  }

  private async grantAdmin(email: string): Promise<void> {
    const user = await this.userOf(email);
    await this.tellGateways(await this.parts.admins.activate(user._id, user.email));
  }

  private async tellGateways({ id, is_active, version }: AdminUserRecord): Promise<void> {
    await this.parts.grants.adminChanged({ _id: id, is_active, version });
  }

  private async setPassword(user: User, password: string | undefined): Promise<MadeAccount> {
    const { users, sessions, grants, passwords } = this.parts;
    const chosen = choose(password);
    await users.setPassword(user._id, await passwords.hash(chosen), new Date());
    const ids = await sessions.liveIdsOf(user._id);
    await grants.sessionsEnded(ids);
    await sessions.end(ids, new Date());
    return { email: user.email, password: password === undefined ? chosen : null };
  }

  private async userOf(email: string): Promise<User> {
    const user = await this.parts.users.findByEmail(normaliseEmail(email));
    if (!user) throw new AccountError(`There is no user ${normaliseEmail(email)}.`);
    return user;
  }
}

function choose(password: string | undefined): string {
  return password === undefined ? generatePassword() : checked(newPassword, password, 'password');
}

function checked<T extends z.ZodType>(schema: T, value: unknown, what: string): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new AccountError(`The ${what} is refused: ${result.error.issues.map(({ message }) => message).join(', ')}.`);
}
