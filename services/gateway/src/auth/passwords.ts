import { randomInt } from 'node:crypto';
import { ProblemError } from '@docfolio/contracts/problem';
import { hash, type Options, verify } from '@node-rs/argon2';

/**
 * argon2id with 19 MiB, two passes, one lane: the OWASP password storage cheat sheet's first choice. One hash takes
 * 20-40 ms of one core here.
 */
const options: Options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export interface PasswordBounds {
  /** Hashes that run at once: each holds 19 MiB and a thread. */
  parallel: number;
  /** Hashes that may wait; a flood beyond them is refused at once instead of eating memory and everybody's time. */
  waiting: number;
}

/** Hashes and checks passwords, a bounded number at a time. */
export class Passwords {
  /** Compared with when there is no such user, so that the answer takes as long as for a wrong password. */
  private readonly decoy = hash(generatePassword(), options);
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly bounds: PasswordBounds = { parallel: 2, waiting: 100 }) {}

  /** @throws ProblemError `saturated` when too many are waiting. */
  hash(password: string): Promise<string> {
    return this.inTurn(() => hash(password, options));
  }

  /**
   * Whether `password` is the one behind `passwordHash`. Without a hash it takes as long, and is false.
   * @throws ProblemError `saturated` when too many are waiting.
   */
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

// Without the letters and digits that are mistaken for one another.
const readable = 'abcdefghjkmnpqrstuvwxyz23456789';
const groups = 5;
const groupLength = 4;

/** A password to read out and to type: five groups of four, 99 bits. */
export function generatePassword(): string {
  const group = () => Array.from({ length: groupLength }, () => readable[randomInt(readable.length)]).join('');
  return Array.from({ length: groups }, group).join('-');
}
