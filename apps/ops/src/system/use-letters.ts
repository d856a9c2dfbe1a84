import { queryOf } from '@docfolio/api-client/query';
import { type JobSummary, type System, systemJobs } from '@docfolio/contracts/entities/system';
import { useQueries } from '@tanstack/react-query';
import { useEffect } from 'react';
import { mailReason } from './attention/mail-words.js';
import { kindOf, reasonOf, senderOf } from './attention/submission-words.js';
import { useDeadLetters, useFailedMails } from './attention/use-attention.js';
import { queueText } from './queue-texts.js';
import type { Opened } from './system-address.js';

/** Something that failed for good: an email, a form that was refused after its sender had left, or a job. */
export interface Letter {
  key: string;
  at: string;
  /** Where it failed, for those who know the platform: the queue of a job. */
  place: string;
  title: string;
  reason: string;
  opens: Opened;
}

/** Milliseconds between refetches of failed jobs, which no live update announces. */
const interval = 10_000;

/** Returns what failed for good, newest first, and the lists of emails and submissions. */
export function useLetters(queues: System['queues'] | undefined) {
  const mails = useFailedMails();
  const submissions = useDeadLetters();
  const names = (queues ?? []).filter(({ failed }) => failed > 0).map(({ name }) => name);
  const jobs = useQueries({
    queries: names.map((queue) => ({
      ...queryOf(systemJobs.list, { queue, state: 'failed' as const }),
      staleTime: 0,
      refetchInterval: interval,
    })),
  });
  const jobError = jobs.find(({ error }) => error)?.error;
  useEffect(() => {
    if (jobError) console.error('Loading failed jobs failed', jobError);
  }, [jobError]);
  const lists = [mails.list, ...submissions.parts.map(({ list }) => list), ...jobs];
  const failed = lists.filter(({ isError, data }) => isError && !data);
  const letters = [
    ...mails.rows.map(
      ({ id, created_at, subject, last_error }): Letter => ({
        key: `mail ${id}`,
        at: created_at,
        place: 'email',
        title: subject,
        reason: mailReason(last_error),
        opens: { mail: id },
      }),
    ),
    ...submissions.rows.map(({ row }): Letter => {
      const sender = senderOf(row);
      return {
        key: `submission ${row.id}`,
        at: row.at,
        place: 'form',
        title: sender ? `${kindOf(row)} from ${sender}` : kindOf(row),
        reason: reasonOf(row),
        opens: { submission: row.id },
      };
    }),
    ...jobs.flatMap(({ data }) => data?.data.map(jobLetter) ?? []),
  ].sort((one, other) => (one.at < other.at ? 1 : -1));
  return {
    mails,
    submissions,
    letters,
    /** Queues with failed jobs. */
    queues: names,
    isLoading: lists.some(({ isPending }) => isPending),
    isFailed: failed.length > 0,
    isRetrying: failed.some(({ isFetching }) => isFetching),
    retry: () => {
      for (const list of failed) void list.refetch();
    },
  };
}

export type Letters = ReturnType<typeof useLetters>;

function jobLetter({ queue, id, created_at, failed_at, error }: JobSummary): Letter {
  return {
    key: `job ${queue} ${id}`,
    at: failed_at ?? created_at,
    place: queue,
    title: queueText(queue).work,
    reason: error ?? 'It gave no reason',
    opens: { queue, state: 'failed', job: id },
  };
}
