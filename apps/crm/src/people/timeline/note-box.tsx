import { useUnsentText } from '@docfolio/admin/records/use-unsent-text';
import { Button } from '@docfolio/ui/buttons/button';
import { Kbd } from '@docfolio/ui/keyboard/kbd';
import { NoteText } from './note-text.js';
import { useNotes } from './use-notes.js';

/** The text box in a drawer that adds notes. It is one line high until it is used. */
export function NoteBox({ subjectId }: { subjectId: string }) {
  return <Box key={subjectId} subjectId={subjectId} />;
}

function Box({ subjectId }: { subjectId: string }) {
  const [text, put] = useUnsentText(subjectId);
  const { add, busy } = useNotes(subjectId);
  const empty = text.trim() === '';
  const save = async () => {
    if (empty || busy) return;
    const { saved } = await add(text);
    if (saved) put('');
  };
  return (
    <form
      className="group/box field-edge relative rounded-panel bg-canvas focus-within:outline-2 focus-within:outline-accent"
      data-used={!empty || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <NoteText
        label="Add a note"
        placeholder="Add a note…"
        shortcut="n"
        value={text}
        onChange={put}
        onSave={() => void save()}
        className="group-not-focus-within/box:group-not-data-used/box:h-10 group-not-focus-within/box:group-not-data-used/box:min-h-10"
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute top-2.5 right-3 touch:hidden group-focus-within/box:hidden group-data-used/box:hidden"
      >
        <Kbd>N</Kbd>
      </span>
      <div className="flex items-center justify-end gap-2 px-2 pb-2 group-not-focus-within/box:group-not-data-used/box:hidden">
        <span aria-hidden="true" className="flex items-center gap-1 touch:hidden">
          <Kbd>Ctrl</Kbd>
          <Kbd>Enter</Kbd>
        </span>
        <Button type="submit" size="sm" busy={busy} disabled={empty}>
          Add Note
        </Button>
      </div>
    </form>
  );
}
