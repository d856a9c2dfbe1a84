import { randomUUID } from 'node:crypto';
import { type BackupNote, backupKeys, requester } from '@docfolio/service-kit/system/backup-notes';
import type { Redis } from 'ioredis';
import { BackupError } from './backup-error.js';

/** Seconds after which a program that was killed no longer counts as running. */
const lifetime = 60;
/** ms between two signs that it runs, however long a part takes. */
const renewal = 15_000;

type Running = BackupNote['running'];
type Step = Running['step'];

/** Sets the key unless another program has it. A request of the CRM is no program, and is replaced by the one it started. */
const claim = `
local held = redis.call('GET', KEYS[1])
if held and cjson.decode(held).by ~= '${requester}' and cjson.decode(held).by ~= ARGV[2] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[3])
return 1`;
const release = `
local held = redis.call('GET', KEYS[1])
if held and cjson.decode(held).by == ARGV[1] then redis.call('DEL', KEYS[1]) end`;

/** A backup that is being made or verified: the platform shows its progress, and no second one starts. */
export class RunningBackup {
  private readonly by = randomUUID();
  private state: Pick<Running, 'step' | 'percent'>;
  private timer: NodeJS.Timeout | undefined;
  private storing: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly redis: Redis,
    step: Step,
  ) {
    this.state = { step, percent: null };
  }

  /** @throws BackupError if one is running already */
  static async begin(redis: Redis, step: Step): Promise<RunningBackup> {
    const running = new RunningBackup(redis, step);
    if (!(await running.store()))
      throw new BackupError('A backup is being made or verified already. If it was killed, try again in a minute.');
    running.timer = setInterval(() => running.storeSoon(), renewal).unref();
    return running;
  }

  update(step: Step, percent: number | null): void {
    if (step === this.state.step && percent === this.state.percent) return;
    this.state = { step, percent };
    this.storeSoon();
  }

  async end(): Promise<void> {
    clearInterval(this.timer);
    await this.storing;
    await this.redis.eval(release, 1, backupKeys.running, this.by);
  }

  private async store(): Promise<boolean> {
    const running: Running = { ...this.state, by: this.by };
    return (await this.redis.eval(claim, 1, backupKeys.running, JSON.stringify(running), this.by, lifetime)) === 1;
  }

  /** Progress is only shown: the backup goes on if it cannot be stored. */
  private storeSoon(): void {
    this.storing = this.store().catch(() => undefined);
  }
}

/** Returns whether a program makes or verifies a backup; a request alone does not count. */
export async function isRunning(redis: Redis): Promise<boolean> {
  const held = await redis.get(backupKeys.running);
  return held !== null && (JSON.parse(held) as Running).by !== requester;
}

/** Removes a request that no program has taken. */
export async function dropRequest(redis: Redis): Promise<void> {
  await redis.eval(release, 1, backupKeys.running, requester);
}
