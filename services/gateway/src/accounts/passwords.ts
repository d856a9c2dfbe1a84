import { randomInt } from 'node:crypto';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { hash, type Options, verify } from '@node-rs/argon2';

/** argon2id with 19 MiB, two passes and one lane (OWASP password storage cheat sheet). */
const cost: Options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export interface PasswordBounds {
  /** Hashes computed concurrently. Each takes 19 MiB and a thread. */
  parallel: number;
  /** Hashes that may wait. More are refused, so that a flood exhausts neither memory nor time. */
  waiting: number;
}

export class Passwords {
  /** Compared with if the user is unknown, so that this takes as long as a wrong password. */
  private readonly decoy: Promise<string>;
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  /** @param hashing cost of new hashes; tests lower it */
  constructor(
    private readonly bounds: PasswordBounds = { parallel: 2, waiting: 100 },
    private readonly hashing: Options = cost,
  ) {
    this.decoy = hash(generatePassword(), hashing);
  }

  /** Returns the encoded argon2id hash of a password. @throws ProblemError `saturated` if too many wait */
  hash(password: string): Promise<string> {
    return this.inTurn(() => hash(password, this.hashing));
  }

  /** Returns whether a password matches; without a hash, false after the same time. @throws ProblemError `saturated` */
  async verify(passwordHash: string | undefined, password: string): Promise<boolean> {
    const compared = passwordHash ?? (await this.decoy);
    const same = await this.inTurn(() => verify(compared, password));
    return same && passwordHash !== undefined;
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.bounds.parallel) {
      if (this.waiting.length >= this.bounds.waiting) throw new ProblemError('saturated', { retryAfter: 1 });
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    } else this.running++;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }
}

// Without letters and digits that are easily confused.
const readable = 'abcdefghjkmnpqrstuvwxyz23456789';
const groups = 5;
const groupLength = 4;

/** Generates a password that is easy to read out and type: five groups of four characters, 99 bits. */
export function generatePassword(): string {
  const group = () => Array.from({ length: groupLength }, () => readable[randomInt(readable.length)]).join('');
  return Array.from({ length: groups }, group).join('-');
}
