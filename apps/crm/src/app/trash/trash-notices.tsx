import { Button } from '@docfolio/ui/buttons/button';
import { useDelayed } from '@docfolio/ui/display/skeleton';
import { Spinner } from '@docfolio/ui/display/spinner';
import { CloudOff } from 'lucide-react';
import type { TrashPartList } from './use-trash.js';

/** Milliseconds of loading until a notice says so. */
const noticeDelay = 800;

/** A notice that one service's deleted records are missing from the list: still loading, or failed, with Retry. */
export function TrashNotice({ part: { part, failed, waiting, list } }: { part: TrashPartList }) {
  const late = useDelayed(waiting, noticeDelay);
  if (failed)
    return (
      <div
        role="alert"
        className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-line border-t px-6 py-1.5 text-danger text-ui max-md:px-4"
      >
        <CloudOff aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
        {part.words} could not be loaded.
        <Button size="sm" busy={list.isFetching} onClick={() => void list.refetch()}>
          Retry
        </Button>
      </div>
    );
  if (!late) return null;
  return (
    <div
      role="status"
      className="flex min-h-11 shrink-0 items-center gap-3 border-line border-t px-6 text-muted text-ui max-md:px-4"
    >
      <Spinner className="shrink-0" />
      {part.words} are loading.
    </div>
  );
}
