import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { manifestName } from '@docfolio/backup/archive/manifest';
import { startOf } from '@docfolio/backup/backups';
import { createCommand } from '@docfolio/backup/options';
import { nextDue, runSchedule } from '@docfolio/backup/schedule';
import { OperatorError } from '@docfolio/process/operator-error';
import { type BackupPlan, backupEnv, backupFolder } from './backup-plan.js';
import { ConfigError, type LocalConfig } from './config.js';

const day = 24 * 60 * 60_000;
/** ms after a start in which no daily backup begins: the machine has enough to do, and the owner may stop again. */
const quietStart = 10 * 60_000;

/** @throws ConfigError if `npm run docfolio -- backup` would not run with the BACKUP_ settings */
export function checkSchedule(config: LocalConfig, plan: BackupPlan): void {
  try {
    if (plan.schedule !== undefined && plan.schedule !== 'daily') nextDue(plan.schedule, new Date());
    const options = {
      encrypt: plan.args.includes('--encrypt') || undefined,
      plain: plan.args.includes('--plain') || undefined,
    };
    createCommand(options, { env: backupEnv(config, plan), folder: config.root });
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    const settings = plan.schedule === 'daily' ? 'Every day a backup is due' : 'Backups are configured';
    throw new ConfigError(`${settings}, but none can be made. ${error.message}`);
  }
}

/** A schedule of backups. */
export interface BackupSchedule {
  /** Returns when the next backup is due. */
  nextDue(): Date;
  /** Makes backups until `signal`. @param backUp returns whether it succeeded */
  run(backUp: () => Promise<boolean>, signal: AbortSignal): Promise<void>;
}

export const backupSchedule = (pattern: string): BackupSchedule => ({
  nextDue: () => nextDue(pattern, new Date()),
  run: (backUp, signal) => runSchedule((after) => nextDue(pattern, after), backUp, { signal }),
});

/** A day after the last backup, also on a machine that does not run at night. @param newest start of the last one */
export function dailySchedule(newest: Date | undefined): BackupSchedule {
  const first = Math.max(Date.now() + quietStart, (newest?.getTime() ?? 0) + day);
  let due = new Date(first);
  let isFirst = true;
  const next = (after: Date) => {
    due = isFirst ? new Date(first) : new Date(after.getTime() + day);
    isFirst = false;
    return due;
  };
  return { nextDue: () => due, run: (backUp, signal) => runSchedule(next, backUp, { signal }) };
}

/** Returns the schedule of a plan; undefined if backups are only made on request. @throws ConfigError */
export function scheduleOf(config: LocalConfig, plan: BackupPlan): BackupSchedule | undefined {
  checkSchedule(config, plan);
  if (plan.schedule === undefined) return undefined;
  return plan.schedule === 'daily'
    ? dailySchedule(newestIn(backupFolder(config, plan.place)))
    : backupSchedule(plan.schedule);
}

function newestIn(folder: string | undefined): Date | undefined {
  try {
    const complete = readdirSync(folder ?? '').filter((id) => existsSync(join(folder ?? '', id, manifestName)));
    const starts = complete.flatMap((id) => startOf(id) ?? []);
    return starts.sort((a, b) => a.getTime() - b.getTime()).at(-1);
  } catch {
    return undefined;
  }
}
