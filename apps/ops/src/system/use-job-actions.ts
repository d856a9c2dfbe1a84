import { useBusyIds } from '@docfolio/admin/records/use-busy-ids';
import { call } from '@docfolio/api-client/call';
import { type JobSummary, systemJobs } from '@docfolio/contracts/entities/system';
import { toast } from '@docfolio/ui/runtime';
import { useQueryClient } from '@tanstack/react-query';
import { failureText } from './failure-text.js';
import { isMailQueue } from './queue-texts.js';
import { countText } from './system-texts.js';
import { reloadSystem } from './use-system.js';

interface Action {
  id: string;
  run: () => Promise<string>;
  failed: string;
  onDone?: () => void;
}

/** Returns the actions on jobs. Each shows its result in a toast; `onDone` follows a success. */
export function useJobActions() {
  const client = useQueryClient();
  const { busy, during } = useBusyIds();
  const act = ({ id, run, failed, onDone }: Action) =>
    void during(id, async () => {
      try {
        toast({ title: 'Success', description: await run() });
        onDone?.();
      } catch (error) {
        console.error(failed, error);
        toast({ title: 'Error', description: failureText(error, failed), variant: 'destructive' });
      }
      await reloadSystem(client);
    });
  return {
    isBusy: (id: string) => busy.has(id),
    retry: ({ queue, id }: JobSummary, onDone: () => void) =>
      act({
        id,
        run: async () => {
          await call(systemJobs.retry, { queue, job: id });
          return 'The job runs now';
        },
        failed: 'Failed to retry the job',
        onDone,
      }),
    discard: ({ queue, id }: JobSummary, onDone: () => void) =>
      act({
        id,
        run: async () => {
          await call(systemJobs.discard, { queue, job: id });
          return 'Job discarded';
        },
        failed: 'Failed to discard the job',
        onDone,
      }),
    isRetrying: (queues: readonly string[]) => busy.has(queues.join()),
    retryQueues: (queues: readonly string[]) =>
      act({
        id: queues.join(),
        run: async () => {
          const results = await Promise.all(queues.map((queue) => call(systemJobs.retryAll, { queue })));
          const retried = results.reduce((sum, each) => sum + each.retried, 0);
          const noun = queues.every(isMailQueue) ? 'email' : 'job';
          return retried === 0 ? `No ${noun} waited for a retry` : `${countText(retried, noun)} tried again now`;
        },
        failed: 'Failed to start the retries',
      }),
  };
}

export type JobActions = ReturnType<typeof useJobActions>;
