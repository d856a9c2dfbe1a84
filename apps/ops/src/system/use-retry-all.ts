import { reloadStats } from '@docfolio/admin/records/record-cache';
import { call } from '@docfolio/api-client/call';
import { queryKeyOf } from '@docfolio/api-client/query';
import { mails } from '@docfolio/contracts/entities/mail';
import { systemJobs } from '@docfolio/contracts/entities/system';
import { toast } from '@docfolio/ui/runtime';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Letters } from './use-letters.js';
import { reloadSystem } from './use-system.js';

/** Returns `run`, which retries the loaded failed emails and all failed jobs, and how many there are. */
export function useRetryAll({ mails: { rows }, letters, queues }: Letters) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const jobs = letters.filter(({ opens }) => 'queue' in opens).length;
  const retryOne = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      console.error('A retry failed', error);
      return false;
    }
  };
  const run = async (onDone: () => void) => {
    setBusy(true);
    const works = [
      ...rows.map(
        ({ id }) =>
          () =>
            call(mails.retry, { id }),
      ),
      ...queues.map((queue) => () => call(systemJobs.retryAll, { queue })),
    ];
    let failures = 0;
    // One after the other: a flood of retries would fail for the limits of gateway and mail server.
    for (const work of works) if (!(await retryOne(work))) failures += 1;
    if (failures === 0) toast({ title: 'Success', description: 'All run again now' });
    else
      toast({
        title: 'Error',
        description: `${failures} of ${works.length} retries could not be started.`,
        variant: 'destructive',
      });
    setBusy(false);
    onDone();
    await Promise.all([
      client.invalidateQueries({ queryKey: queryKeyOf(mails.listFailed) }),
      reloadSystem(client),
      reloadStats(client),
    ]);
  };
  return { busy, count: rows.length + jobs, run: (onDone: () => void) => void run(onDone) };
}

export type RetryAll = ReturnType<typeof useRetryAll>;
