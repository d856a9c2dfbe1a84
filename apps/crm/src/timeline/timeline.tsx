import { useSession } from '@docfolio/api-client/session';
import type { TimelineEntry } from '@docfolio/contracts/timeline';
import { Button } from '@docfolio/ui/button';
import { classNames } from '@docfolio/ui/class-names';
import { DrawerSection } from '@docfolio/ui/field-list';
import { projectStatuses } from '@docfolio/ui/project-statuses';
import { Skeleton, useDelayed } from '@docfolio/ui/skeleton';
import { format } from 'date-fns';
import { exactTimeOf } from '../records/record-texts.js';
import { lookOf, type TimelineSubject } from './entry-words.js';
import { Note } from './note.js';
import { useNotes } from './use-notes.js';
import { useTimeline } from './use-timeline.js';

/** What happened to a lead or a client and what was noted, oldest first, each with who and when. */
export function Timeline({ subjectId, subject }: TimelineSubject) {
  const { entries, data, isError, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useTimeline(subjectId);
  const notes = useNotes(subjectId);
  return (
    <DrawerSection title="Timeline">
      {data ? (
        <>
          {hasNextPage && (
            <Button size="sm" variant="ghost" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              Show what was before
            </Button>
          )}
          {entries.length === 0 && <p className="text-ui text-faint">Nothing yet</p>}
          <ol aria-label="Timeline">
            {entries.map((entry, index) => (
              <Entry
                key={entry.id}
                entry={entry}
                of={{ subjectId, subject }}
                notes={notes}
                last={index === entries.length - 1}
              />
            ))}
          </ol>
        </>
      ) : isError ? (
        <div role="alert" className="flex items-center gap-3 text-ui text-danger">
          The timeline could not be loaded
          <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
            Retry
          </Button>
        </div>
      ) : (
        <TimelineSkeleton />
      )}
    </DrawerSection>
  );
}

interface EntryProps {
  entry: TimelineEntry;
  of: TimelineSubject;
  notes: ReturnType<typeof useNotes>;
  last: boolean;
}

function Entry({ entry, of, notes, last }: EntryProps) {
  const { user } = useSession();
  const { icon: Icon, title, detail, tone } = lookOf(entry, of, projectStatuses);
  const who = entry.actor && (entry.actor === user?.email ? 'you' : entry.actor);
  return (
    <li className="relative grid grid-cols-[0.875rem_minmax(0,1fr)_auto] gap-x-3.5 pb-2 text-ui">
      {!last && <span aria-hidden="true" className="absolute top-7 bottom-0 left-[0.40625rem] w-px bg-line-strong" />}
      <Icon
        aria-hidden
        size={14}
        strokeWidth={1.75}
        className={classNames(
          'mt-2.25',
          tone === 'danger' ? 'text-danger' : tone === 'warning' ? 'text-warning' : 'text-muted',
        )}
      />
      <p className="min-w-0 py-1.5 text-muted [overflow-wrap:anywhere]">
        <span className="font-medium text-ink">{title}</span> {detail?.(entry)}
        {who && <span className="text-faint"> by {who}</span>}
        {entry.edited_at && (
          <span className="text-faint" title={exactTimeOf(entry.edited_at)}>
            {' '}
            · edited
          </span>
        )}
      </p>
      <time dateTime={entry.at} title={exactTimeOf(entry.at)} className="mono py-1.75 text-mono text-faint">
        {format(new Date(entry.at), 'MMM dd HH:mm')}
      </time>
      {entry.kind === 'note' && (
        <div className="col-span-2 col-start-2">
          <Note note={entry} notes={notes} />
        </div>
      )}
    </li>
  );
}

const bars = ['w-48', 'w-56', 'w-40'];

function TimelineSkeleton() {
  const late = useDelayed(true);
  return (
    <div aria-hidden="true" className="flex min-h-24 flex-col gap-5.5 py-2">
      {late && bars.map((width) => <Skeleton key={width} className={width} />)}
    </div>
  );
}
