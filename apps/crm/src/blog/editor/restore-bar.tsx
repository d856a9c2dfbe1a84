import { TimeText } from '@docfolio/admin/records/time-text';
import { Button } from '@docfolio/ui/buttons/button';
import { History } from 'lucide-react';
import { EditorBar } from './editor-bar.js';

/** A bar that offers a draft stored in this browser. @param at epoch ms of its last change */
export function RestoreBar({ at, onRestore, onDiscard }: { at: number; onRestore: () => void; onDiscard: () => void }) {
  const actions = (
    <>
      <Button size="sm" variant="ghost" onClick={onDiscard}>
        Discard
      </Button>
      <Button size="sm" onClick={onRestore}>
        Restore unsaved changes
      </Button>
    </>
  );
  return (
    <EditorBar label="Unsaved changes" icon={History} actions={actions}>
      You have unsaved changes from{' '}
      <TimeText at={new Date(at).toISOString()} as="minute" className="mono text-code text-ink" />
    </EditorBar>
  );
}
