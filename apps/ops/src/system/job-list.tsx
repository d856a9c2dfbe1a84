import { exactTimeOf, shortMinuteOf } from '@docfolio/admin/records/record-texts';
import { type JobSummary, jobStates, type SystemQueue } from '@docfolio/contracts/entities/system';
import { Link } from '@docfolio/federation/router';
import { Button } from '@docfolio/ui/buttons/button';
import { classNames } from '@docfolio/ui/class-names';
import { Spinner } from '@docfolio/ui/display/spinner';
import { EmptyState } from '@docfolio/ui/states/empty-state';
import { ErrorState } from '@docfolio/ui/states/error-state';
import { ChevronRight, CircleCheck } from 'lucide-react';
import { jobStateLooks } from './job-states.js';
import { addressOf } from './system-address.js';
import type { JobActions } from './use-job-actions.js';

type JobState = JobSummary['state'];

interface JobListProps {
  queue: string;
  state: JobState;
  counts: Pick<SystemQueue, JobState> | undefined;
  /** Undefined while they load. */
  rows: readonly JobSummary[] | undefined;
  failed: boolean;
  retrying: boolean;
  onRetry: () => void;
  onState: (state: JobState) => void;
  actions: JobActions;
}

/** Most jobs that the server lists. */
const limit = 100;

/** The newest jobs of a queue in one state, with a choice of the state. */
export function JobList({ queue, state, counts, rows, failed, retrying, onRetry, onState, actions }: JobListProps) {
  const retryable = counts ? counts.failed + counts.delayed : 0;
  return (
    <>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <fieldset aria-label="State" className="flex flex-wrap gap-1">
          {[...jobStates].reverse().map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === state}
              onClick={() => onState(each)}
              className={classNames(
                'touch-target relative h-7 cursor-pointer rounded-control px-2 font-medium text-caption hover:text-ink',
                each === state ? 'bg-raised text-ink' : 'text-muted',
              )}
            >
              {jobStateLooks[each].label}
              {counts && <span className="mono ml-1 text-muted">{counts[each]}</span>}
            </button>
          ))}
        </fieldset>
        {retryable > 0 && (
          <Button
            size="xs"
            className="ml-auto"
            busy={actions.isRetrying([queue])}
            onClick={() => actions.retryQueues([queue])}
          >
            Retry all
          </Button>
        )}
      </div>
      {rows && rows.length > 0 ? (
        <ul aria-label="Jobs" className="mt-3 border-line border-t">
          {rows.map((row) => (
            <JobRow key={row.id} row={row} state={state} />
          ))}
        </ul>
      ) : rows ? (
        <EmptyState
          className="pt-16"
          icon={<CircleCheck size={20} strokeWidth={1.75} />}
          title={`No ${jobStateLooks[state].label.toLowerCase()} jobs`}
        />
      ) : failed ? (
        <ErrorState
          className="pt-16"
          title="Failed to fetch the jobs"
          detail="The server did not respond. Nothing was changed."
          retrying={retrying}
          onRetry={onRetry}
        />
      ) : (
        <Spinner size={20} className="mx-auto mt-16 text-faint" />
      )}
      {rows && rows.length >= limit && <p className="py-3 text-faint text-ui">The newest {limit} jobs are listed.</p>}
    </>
  );
}

function JobRow({ row: { queue, id, error, created_at, failed_at }, state }: { row: JobSummary; state: JobState }) {
  const at = failed_at ?? created_at;
  return (
    <li className="border-hairline border-b">
      <Link
        to={addressOf({ queue, state, job: id })}
        replace
        className="-mx-2 -outline-offset-2 flex min-h-14 items-center gap-3 rounded-control px-2 py-2 text-ui hover:bg-hover"
      >
        <span className="min-w-0 grow">
          <span className="flex items-baseline justify-between gap-3">
            <span className="mono truncate text-ink text-mono">{id}</span>
            <time dateTime={at} title={exactTimeOf(at)} className="mono shrink-0 text-faint text-mono">
              {shortMinuteOf(at)}
            </time>
          </span>
          <span className="mt-0.5 block truncate text-caption text-muted">{error ?? 'No error so far'}</span>
        </span>
        <ChevronRight aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-faint" />
      </Link>
    </li>
  );
}
