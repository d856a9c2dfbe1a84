import { queryOf } from '@docfolio/api-client/query';
import {
  type JobSummary,
  type System,
  type SystemJob,
  type SystemQueue,
  systemJobs,
} from '@docfolio/contracts/entities/system';
import { Link } from '@docfolio/federation/router';
import { IconButton } from '@docfolio/ui/buttons/icon-button';
import { Badge } from '@docfolio/ui/display/badge';
import { Spinner } from '@docfolio/ui/display/spinner';
import { Drawer } from '@docfolio/ui/overlays/drawer';
import { EmptyState } from '@docfolio/ui/states/empty-state';
import { ErrorState } from '@docfolio/ui/states/error-state';
import { useQuery } from '@tanstack/react-query';
import { List, SearchX } from 'lucide-react';
import { useState } from 'react';
import { CopyLink } from './copy-link.js';
import { JobDetails } from './job-details.js';
import { JobFooter } from './job-footer.js';
import { JobList } from './job-list.js';
import { jobStateLooks } from './job-states.js';
import { queueText } from './queue-texts.js';
import { addressOf, type Opening } from './system-address.js';
import type { JobActions } from './use-job-actions.js';

type JobState = JobSummary['state'];

/** Milliseconds between refetches of the listed jobs while the page is visible. */
const interval = 10_000;

interface QueueDrawerProps {
  queue: string;
  state: JobState | undefined;
  job: string | undefined;
  system: System;
  now: number;
  opening: Opening;
  actions: JobActions;
}

/** The jobs of a queue in one state, or one of them with its data and its attempts. Needs a `key` per queue. */
export function QueueDrawer({ queue, job, system, now, opening, actions, ...props }: QueueDrawerProps) {
  const found = system.queues.find(({ name }) => name === queue);
  // Stays the same while the counts change.
  const [firstState] = useState(() => busiestState(found));
  const state = props.state ?? firstState;
  const list = useQuery({ ...queryOf(systemJobs.list, { queue, state }), staleTime: 0, refetchInterval: interval });
  const loaded = useQuery({
    ...queryOf(systemJobs.get, { queue, job: job ?? '' }),
    staleTime: 0,
    enabled: job !== undefined,
  });
  const rows = list.data?.data ?? [];
  const at = rows.findIndex(({ id }) => id === job);
  const show = (row: JobSummary) => opening.open({ queue, state, job: row.id });
  const [previous, next] = at < 0 ? [] : [rows[at - 1], rows[at + 1]];
  /** After an action: the next job, or the one before, or the empty list. */
  const showNext = () => {
    const following = next ?? previous;
    if (following) show(following);
    else opening.open({ queue, state });
  };
  const isGone = loaded.error?.code === 'not_found';
  const shown = job === undefined || isGone ? undefined : loaded.data;
  return (
    <Drawer
      open
      onOpenChange={(open) => !open && opening.close()}
      title={<span className="mono break-words text-input">{queue}</span>}
      subtitle={queueText(queue).work}
      position={at < 0 ? undefined : `${at + 1} / ${rows.length}`}
      onPrevious={previous && (() => show(previous))}
      onNext={next && (() => show(next))}
      action={shown && <Badge tone={jobStateLooks[shown.state].tone}>{jobStateLooks[shown.state].label}</Badge>}
      tools={
        <>
          {job !== undefined && (
            <IconButton label="All jobs of the queue" size="sm" asChild>
              <Link to={addressOf({ queue, state })} replace>
                <List aria-hidden size={16} strokeWidth={1.75} />
              </Link>
            </IconButton>
          )}
          <CopyLink />
        </>
      }
      footer={shown && <JobFooter job={shown} actions={actions} onDone={showNext} />}
    >
      {job === undefined ? (
        <JobList
          queue={queue}
          state={state}
          counts={found}
          rows={list.data?.data}
          failed={list.isError}
          retrying={list.isFetching}
          onRetry={() => void list.refetch()}
          onState={(chosen) => opening.open({ queue, state: chosen })}
          actions={actions}
        />
      ) : (
        <LoadedJob
          job={shown}
          error={loaded.error?.code}
          retrying={loaded.isFetching}
          onRetry={() => void loaded.refetch()}
          now={now}
        />
      )}
    </Drawer>
  );
}

/** Returns the state of jobs to show first: the one that most needs attention. */
function busiestState(queue: SystemQueue | undefined): JobState {
  return (['failed', 'delayed', 'waiting', 'active'] as const).find((state) => queue?.[state]) ?? 'failed';
}

interface LoadedJobProps {
  job: SystemJob | undefined;
  error: string | undefined;
  retrying: boolean;
  onRetry: () => void;
  now: number;
}

function LoadedJob({ job, error, retrying, onRetry, now }: LoadedJobProps) {
  if (error === 'not_found' || error === 'validation_failed')
    return (
      <EmptyState
        className="pt-16"
        icon={<SearchX size={20} strokeWidth={1.75} />}
        title="This job is not here"
        detail="It is done, or it was discarded."
      />
    );
  if (job) return <JobDetails job={job} now={now} />;
  if (error)
    return (
      <ErrorState
        className="pt-16"
        title="Failed to fetch the job"
        detail="The server did not respond. Nothing was changed."
        retrying={retrying}
        onRetry={onRetry}
      />
    );
  return <Spinner size={20} className="mx-auto mt-16 text-faint" />;
}
