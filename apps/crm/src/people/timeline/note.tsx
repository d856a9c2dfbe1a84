import { deleteItem, editItem, RecordMenu } from '@docfolio/admin/records/record-menu';
import type { TimelineEntry } from '@docfolio/contracts/entities/timeline';
import { Button } from '@docfolio/ui/buttons/button';
import { ConfirmDialog } from '@docfolio/ui/overlays/confirm-dialog';
import { useState } from 'react';
import { NoteText } from './note-text.js';
import type { useNotes } from './use-notes.js';

interface NoteProps {
  note: TimelineEntry;
  notes: ReturnType<typeof useNotes>;
}

export function Note({ note, notes }: NoteProps) {
  const [editing, setEditing] = useState(false);
  const [asking, setAsking] = useState(false);
  if (editing) return <NoteEditor note={note} notes={notes} onClose={() => setEditing(false)} />;
  return (
    <div className="group/note mt-1 flex items-start gap-1 rounded-note border border-line py-2 pr-1 pl-3">
      <p dir="auto" className="min-w-0 grow whitespace-pre-wrap text-ui text-ink [overflow-wrap:anywhere]">
        {note.text}
      </p>
      <RecordMenu
        label="Actions for this note"
        busy={notes.busy && asking}
        className="[--icon-ink:var(--faint)] group-hover/note:[--icon-ink:var(--muted)]"
        groups={[[editItem(() => setEditing(true))], [deleteItem(() => setAsking(true))]]}
      />
      <ConfirmDialog
        open={asking}
        title="Delete this note?"
        detail="It is removed for good."
        confirm="Delete"
        busy={notes.busy}
        onCancel={() => setAsking(false)}
        onConfirm={() => void notes.remove(note).then(({ saved }) => !saved && setAsking(false))}
      />
    </div>
  );
}

/** Edits a note. If it was changed elsewhere in the meantime, shows that text beside the typed one. */
function NoteEditor({ note, notes, onClose }: NoteProps & { onClose: () => void }) {
  const [text, setText] = useState(note.text ?? '');
  const [base, setBase] = useState(note);
  const [savedText, setSavedText] = useState<string | null>(null);
  const save = async () => {
    if (text.trim() === '' || notes.busy) return;
    const outcome = await notes.change(note, text, base.version);
    if (outcome.saved) return onClose();
    if (!outcome.current) return;
    setBase(outcome.current);
    setSavedText(outcome.current.text);
  };
  return (
    <div className="mt-1">
      {savedText !== null && (
        <div role="alert" className="mb-2 rounded-note border border-warning-line bg-warning-soft px-3 py-2 text-ui">
          <p className="font-medium text-ink">This note has changed since you opened it. Its text is now:</p>
          <p className="whitespace-pre-wrap text-muted [overflow-wrap:anywhere]">{savedText}</p>
          <p className="mt-1 text-muted">Save again to replace it with yours.</p>
        </div>
      )}
      <form
        className="field-edge rounded-note bg-canvas focus-within:outline-2 focus-within:outline-accent"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <NoteText
          label="Note"
          autoFocus
          value={text}
          onChange={setText}
          onSave={() => void save()}
          onCancel={onClose}
        />
        <div className="flex justify-end gap-2 px-2 pb-2">
          <Button size="sm" variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" size="sm" variant="primary" busy={notes.busy} disabled={text.trim() === ''}>
            Save
          </Button>
        </div>
      </form>
    </div>
  );
}
