import { call } from '@docfolio/api-client/call';
import { queryKeyOf } from '@docfolio/api-client/query';
import { type SystemBackups, systemBackup, systemStatus } from '@docfolio/contracts/entities/system';
import { toast } from '@docfolio/ui/runtime';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from './failure-text.js';

export type BackupWork = 'backup' | 'verify';

/** The work that this page has started, and what the state of the backups was before. */
interface Started {
  work: BackupWork;
  /** ms. */
  at: number;
  before: SystemBackups;
  isRunning: boolean;
  result?: 'done' | 'failed';
}

const operations = { backup: systemBackup.create, verify: systemBackup.verify };
/** Time in ms within which started work must appear in the state. */
const startLimit = 60_000;

const failures = { backup: 'Failed to start the backup', verify: 'Failed to start the check of the backup' };

/** Starts backups and their checks, and follows them to their end in the state of the backups. */
export function useBackupActions(backups: SystemBackups | undefined) {
  const client = useQueryClient();
  const [started, setStarted] = useState<Started>();
  const [requesting, setRequesting] = useState<BackupWork>();
  const next = started && backups && !started.result ? follow(started, backups) : started;
  if (next !== started) setStarted(next);

  const start = async (work: BackupWork) => {
    if (!backups || requesting) return;
    setRequesting(work);
    try {
      const { started: isNew } = await call(operations[work], {});
      if (isNew) setStarted({ work, at: Date.now(), before: backups, isRunning: false });
      else toast({ title: 'A backup is being made already', description: 'Its progress is shown below.' });
    } catch (error) {
      console.error(failures[work], error);
      toast({ title: 'Error', description: failureText(error, failures[work]), variant: 'destructive' });
    }
    setRequesting(undefined);
    await client.invalidateQueries({ queryKey: queryKeyOf(systemStatus.get) });
  };
  const waits = started && !started.result ? started.work : undefined;
  return { start: (work: BackupWork) => void start(work), busy: requesting ?? waits, result: next };
}

export type BackupActions = ReturnType<typeof useBackupActions>;

/** Returns what is known of started work after a refetch; the same object if nothing changed. */
function follow(started: Started, now: SystemBackups): Started {
  const { work, at, before, isRunning } = started;
  const done = work === 'backup' ? now.last?.id !== before.last?.id : now.verified_at !== before.verified_at;
  if (done && !now.running) return { ...started, result: 'done' };
  if (now.failure?.at !== before.failure?.at && !now.running) return { ...started, result: 'failed' };
  if (now.running && !isRunning) return { ...started, isRunning: true };
  const hasVanished = !now.running && (isRunning || Date.now() - at > startLimit);
  return hasVanished ? { ...started, result: 'failed' } : started;
}
