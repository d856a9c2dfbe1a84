import { PageHead } from '@docfolio/admin/records/page-head';
import type { DeadLetter } from '@docfolio/contracts/entities/dead-letter';
import { useDelayed } from '@docfolio/ui/display/skeleton';
import { Spinner } from '@docfolio/ui/display/spinner';
import { ConfirmDialog } from '@docfolio/ui/overlays/confirm-dialog';
import { EmptyState } from '@docfolio/ui/states/empty-state';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { AttentionSection } from './attention-section.js';
import { DeadLetterRow } from './dead-letter-row.js';
import { FailedMailRow } from './failed-mail-row.js';
import { kindOf, senderOf } from './submission-words.js';
import { type DeadLetterPartList, useDeadLetters, useFailedMails } from './use-attention.js';
import { useAttentionActions } from './use-attention-actions.js';

interface Dismissed {
  submission: DeadLetter;
  part: DeadLetterPartList;
}

/** The page of emails that failed permanently, and of dead letters: form submissions that a service refused. */
export default function AttentionPage() {
  const mails = useFailedMails();
  const deadLetters = useDeadLetters();
  const actions = useAttentionActions();
  const [asking, setAsking] = useState<Dismissed | null>(null);
  const lists = [mails.list, ...deadLetters.parts.map(({ list }) => list)];
  const waiting = lists.some(({ isPending }) => isPending);
  const well = lists.every(({ data }) => data) && mails.total + deadLetters.total === 0;
  return (
    <>
      <PageHead title="Needs attention" />
      <div className="flex flex-col gap-6 px-6 pb-12 max-md:px-4">
        <AttentionSection
          title="Mails that could not be sent"
          count={mails.total}
          failures={failuresOf([{ words: 'The mails', list: mails.list }])}
          more={moreOf(mails.list)}
        >
          {mails.rows.map((mail) => (
            <FailedMailRow key={mail.id} mail={mail} actions={actions} />
          ))}
        </AttentionSection>
        <AttentionSection
          title="Submissions that were set aside"
          count={deadLetters.total}
          failures={failuresOf(
            deadLetters.parts.map(({ words, list }) => ({
              words: words.charAt(0).toUpperCase() + words.slice(1),
              list,
            })),
          )}
          more={deadLetters.next && moreOf(deadLetters.next)}
        >
          {deadLetters.rows.map(({ row, part }) => (
            <DeadLetterRow
              key={row.id}
              submission={row}
              busy={actions.busy.has(row.id)}
              onDismiss={() => setAsking({ submission: row, part })}
            />
          ))}
        </AttentionSection>
        {waiting && <Waiting />}
        {well && (
          <EmptyState
            className="pt-16"
            icon={<CircleCheck size={20} strokeWidth={1.75} />}
            title="All is well"
            detail="Emails that cannot be sent and submissions that were refused appear here."
          />
        )}
      </div>
      {asking && (
        <ConfirmDialog
          open
          title="Dismiss this submission?"
          detail={`${wordsOf(asking.submission)} will be removed for good. This action cannot be undone.`}
          confirm="Dismiss"
          busy={actions.busy.has(asking.submission.id)}
          onCancel={() => setAsking(null)}
          onConfirm={() =>
            actions.dismissSubmission(asking.submission, asking.part.of, { onEnd: () => setAsking(null) })
          }
        />
      )}
    </>
  );
}

const wordsOf = (submission: DeadLetter) => {
  const sender = senderOf(submission);
  return `The ${kindOf(submission).toLowerCase()}${sender ? ` from ${sender}` : ''}`;
};

interface PagedList {
  data: unknown;
  isError: boolean;
  isFetching: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  refetch: () => unknown;
  fetchNextPage: () => unknown;
}

function failuresOf(parts: readonly { words: string; list: PagedList }[]) {
  return parts
    .filter(({ list }) => list.isError && !list.data)
    .map(({ words, list }) => ({ words, retry: () => void list.refetch(), retrying: list.isFetching }));
}

function moreOf(list: PagedList) {
  if (!list.hasNextPage) return undefined;
  return {
    load: () => void list.fetchNextPage(),
    loading: list.isFetchingNextPage,
    failed: list.isFetchNextPageError,
  };
}

function Waiting() {
  const late = useDelayed(true);
  return (
    <p role="status" className="grid min-h-24 place-items-center">
      {late && (
        <>
          <Spinner size={20} className="text-faint" />
          <span className="sr-only">Loading</span>
        </>
      )}
    </p>
  );
}
