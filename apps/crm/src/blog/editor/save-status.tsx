import { classNames } from '@docfolio/ui/class-names';
import { Spinner } from '@docfolio/ui/display/spinner';
import { format, isToday } from 'date-fns';
import { Check, CloudOff, HardDrive, TriangleAlert } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import type { DraftState } from './post-draft-writer.js';

interface SaveStatusProps {
  saving: boolean;
  dirty: boolean;
  /** Timestamp of the last save on the server; null for a new post. */
  savedAt: string | null;
  draft: DraftState;
  trouble: 'unreachable' | 'deleted' | null;
  className?: string;
}

/** Formats a time as '12:03' if it is today, else as 'Nov 20'. */
export const clockOf = (at: string | number) => format(new Date(at), isToday(new Date(at)) ? 'HH:mm' : 'MMM dd');

function subscribe(listener: () => void) {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
const useOnline = () =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );

const icon = { 'aria-hidden': true, size: 14, strokeWidth: 1.75, className: 'shrink-0' } as const;

/** Says where the text is saved: on the server, in this browser, or nowhere. */
export function SaveStatus({ className, ...state }: SaveStatusProps) {
  const online = useOnline();
  const { mark, words, at, tone = 'text-faint' } = statusOf({ ...state, online });
  return (
    // The announced text has no time, or screen readers would repeat it every second.
    <p className={classNames('flex min-w-0 items-center gap-2 text-ui', tone, className)}>
      {mark}
      <span className="truncate">
        <span role="status">{words}</span>
        {at !== undefined && (
          <time dateTime={new Date(at).toISOString()} className="mono ml-1.5 text-code">
            {clockOf(at)}
          </time>
        )}
      </span>
    </p>
  );
}

interface Status {
  mark?: React.ReactNode;
  words?: string;
  at?: string | number;
  tone?: string;
}

function statusOf({ saving, dirty, savedAt, draft, trouble, online }: SaveStatusProps & { online: boolean }): Status {
  if (saving) return { mark: <Spinner size={14} />, words: 'Saving' };
  const warned = { mark: <TriangleAlert {...icon} />, tone: 'text-warning' };
  if (dirty && draft.failed) return { ...warned, words: 'Not kept: this browser has no room' };
  if (trouble === 'deleted') return { ...warned, words: 'Deleted in the meantime, stored in this browser' };
  if (!online || trouble === 'unreachable')
    return {
      mark: <CloudOff {...icon} />,
      words: dirty ? 'Offline, stored in this browser' : 'Offline',
      tone: 'text-warning',
    };
  if (dirty && draft.storedAt)
    return { mark: <HardDrive {...icon} />, words: 'Kept in this browser', at: draft.storedAt };
  if (dirty || !savedAt) return {};
  return { mark: <Check {...icon} />, words: 'Saved', at: savedAt };
}
