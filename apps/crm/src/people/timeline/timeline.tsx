import { projectStatuses } from '@docfolio/admin/kinds/project-statuses';
import { exactTimeOf, shortMinuteOf } from '@docfolio/admin/records/record-texts';
import { useSession } from '@docfolio/api-client/session';
import type { TimelineEntry } from '@docfolio/contracts/entities/timeline';
import { Button } from '@docfolio/ui/buttons/button';
import { classNames } from '@docfolio/ui/class-names';
import { DrawerSection } from '@docfolio/ui/display/field-list';
import { Skeleton, useDelayed } from '@docfolio/ui/display/skeleton';
import { useEffect, useRef, useState } from 'react';
import { ConversionParts } from './conversion-parts.js';
import { lookOf, type TimelineSubject } from './entry-words.js';
import { Note } from './note.js';
import { useNotes } from './use-notes.js';
import { useTimeline } from './use-timeline.js';

/** Conversions among this many newest entries are expanded at first. */
const newest = 5;

/** The history and notes of a lead, client or project, newest first. */
export function Timeline({ subjectId, subject }: TimelineSubject) {
  const [filter, setFilter] = useState<Filter>('all');
  const all = useTimeline(subjectId);
  // A completely loaded timeline contains all notes.
  const asksForNotes = filter === 'notes' && all.hasNextPage;
  const onlyNotes = useTimeline(subjectId, { kind: 'note', enabled: asksForNotes });
  const { data, isError, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = asksForNotes
    ? onlyNotes
    : all;
  const loadedNotes = all.entries.filter(({ kind }) => kind === 'note');
  const entries = filter === 'all' ? all.entries : asksForNotes ? onlyNotes.entries : loadedNotes;
  const notesTotal = all.data && !all.hasNextPage ? loadedNotes.length : onlyNotes.data?.pages[0]?.total;
  const notes = useNotes(subjectId);
  const list = useScrollToAdded(all.entries[0]);
  return (
    <DrawerSection
      title="Timeline, newest first"
      action={<FilterButtons filter={filter} onChange={setFilter} notes={notesTotal} />}
    >
      {data ? (
        <>
          {entries.length === 0 && (
            <p className="text-ui text-faint">{filter === 'notes' ? 'No notes yet' : 'Nothing yet'}</p>
          )}
          <ol ref={list} aria-label="Timeline" className="scroll-mt-12">
            {entries.map((entry, index) => (
              <Entry
                key={entry.id}
                entry={entry}
                of={{ subjectId, subject }}
                notes={notes}
                folded={index >= newest}
                last={index === entries.length - 1}
              />
            ))}
          </ol>
          {hasNextPage && (
            <Button size="sm" variant="ghost" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              Show earlier entries
            </Button>
          )}
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

type Filter = 'all' | 'notes';

interface FilterButtonsProps {
  filter: Filter;
  onChange: (filter: Filter) => void;
  notes: number | undefined;
}

function FilterButtons({ filter, onChange, notes }: FilterButtonsProps) {
  const look = (own: Filter) =>
    classNames(
      'touch-target relative h-7 cursor-pointer rounded-control px-2 text-caption font-medium hover:text-ink',
      filter === own ? 'bg-raised text-ink' : 'text-muted',
    );
  return (
    <fieldset aria-label="Entries" className="flex gap-1">
      <button type="button" aria-pressed={filter === 'all'} className={look('all')} onClick={() => onChange('all')}>
        All
      </button>
      <button
        type="button"
        aria-pressed={filter === 'notes'}
        className={look('notes')}
        onClick={() => onChange('notes')}
      >
        Notes{notes !== undefined && <span className="mono ml-1 text-faint">{notes}</span>}
      </button>
    </fieldset>
  );
}

/** Returns a ref for the list; its top is scrolled into view when a note of the user becomes the newest entry. */
function useScrollToAdded(first: TimelineEntry | undefined) {
  const { user } = useSession();
  const list = useRef<HTMLOListElement>(null);
  const shown = useRef<string | undefined>(undefined);
  useEffect(() => {
    const added = shown.current !== undefined && shown.current !== first?.id;
    shown.current = first?.id;
    if (added && first?.kind === 'note' && first.actor === user?.email)
      list.current?.scrollIntoView({ block: 'start' });
  }, [first, user]);
  return list;
}

interface EntryProps {
  entry: TimelineEntry;
  of: TimelineSubject;
  notes: ReturnType<typeof useNotes>;
  folded: boolean;
  last: boolean;
}

function Entry({ entry, of, notes, folded, last }: EntryProps) {
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
        {shortMinuteOf(entry.at)}
      </time>
      {entry.kind === 'note' && (
        <div className="col-span-2 col-start-2">
          <Note note={entry} notes={notes} />
        </div>
      )}
      {entry.conversion && (
        <div className="col-span-2 col-start-2">
          <ConversionParts entry={entry} folded={folded} />
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
