import { Button } from '@docfolio/ui/buttons/button';
import { History } from 'lucide-react';
import { TimeText } from '../../records/time-text.js';

/** A bar that offers a draft stored in this browser. @param at epoch ms of its last change */
export function RestoreBar({ at, onRestore, onDiscard }: { at: number; onRestore: () => void; onDiscard: () => void }) {
  return (
    <section
      aria-label="Unsaved changes"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-line border-b bg-surface px-6 py-2 text-ui max-md:px-4"
    >
      <History aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-info" />
      <p role="status" className="min-w-40 grow text-muted">
        You have unsaved changes from{' '}
        <TimeText at={new Date(at).toISOString()} as="minute" className="mono text-code text-ink" />
      </p>
      <div className="flex gap-2">
        <Button size="sm" variant="ghost" onClick={onDiscard}>
          Discard
        </Button>
        <Button size="sm" onClick={onRestore}>
          Restore unsaved changes
        </Button>
      </div>
    </section>
  );
}
