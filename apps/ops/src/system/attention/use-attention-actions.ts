import { reloadStats } from '@docfolio/admin/records/record-cache';
import { useBusyIds } from '@docfolio/admin/records/use-busy-ids';
import { call } from '@docfolio/api-client/call';
import { queryKeyOf } from '@docfolio/api-client/query';
import type { Operation } from '@docfolio/contracts/core/operation';
import { ProblemError } from '@docfolio/contracts/core/problem';
import type { DeadLetter } from '@docfolio/contracts/entities/dead-letter';
import { type FailedMail, mails } from '@docfolio/contracts/entities/mail';
import { systemStatus } from '@docfolio/contracts/entities/system';
import { toast } from '@docfolio/ui/runtime';
import { useQueryClient } from '@tanstack/react-query';
import type { DeadLetterOperations } from './use-attention.js';

interface Act {
  id: string;
  run: () => Promise<unknown>;
  /** The operation whose cached list is refetched after the action. */
  list: Operation;
  done: string;
  failed: string;
  /** Called after a success. */
  onDone?: () => void;
  onEnd?: () => void;
}

export function useAttentionActions() {
  const client = useQueryClient();
  const { busy, during } = useBusyIds();

  const act = ({ id, run, list, done, failed, onDone, onEnd }: Act) =>
    void during(id, async () => {
      try {
        await run();
        toast({ title: 'Success', description: done });
        onDone?.();
      } catch (error) {
        console.error(failed, error);
        const gone = error instanceof ProblemError && error.code === 'not_found';
        const description = gone ? 'It was already handled.' : failed;
        toast({ title: 'Error', description, variant: 'destructive' });
      }
      onEnd?.();
      await Promise.all([
        ...[list, systemStatus.get].map((operation) => client.invalidateQueries({ queryKey: queryKeyOf(operation) })),
        reloadStats(client),
      ]);
    });

  return {
    busy,
    retryMail: ({ id }: FailedMail, onDone?: () => void) =>
      act({
        id,
        run: () => call(mails.retry, { id }),
        list: mails.listFailed,
        done: 'The mail is being sent again',
        failed: 'Failed to send the mail again',
        onDone,
      }),
    dismissMail: ({ id }: FailedMail, onDone?: () => void) =>
      act({
        id,
        run: () => call(mails.dismiss, { id }),
        list: mails.listFailed,
        done: 'Mail dismissed',
        failed: 'Failed to dismiss the mail',
        onDone,
      }),
    dismissSubmission: (
      { id }: DeadLetter,
      { dismiss, list }: DeadLetterOperations,
      { onDone, onEnd }: Pick<Act, 'onDone' | 'onEnd'>,
    ) =>
      act({
        id,
        run: () => call(dismiss, { id }),
        list,
        done: 'Submission dismissed',
        failed: 'Failed to dismiss the submission',
        onDone,
        onEnd,
      }),
  };
}

export type AttentionActions = ReturnType<typeof useAttentionActions>;
