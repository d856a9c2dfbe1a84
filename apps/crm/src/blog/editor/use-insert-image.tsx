import { imageMarkdown } from '@docfolio/contracts/image';
import { type RefObject, useEffect, useState } from 'react';
import { InsertImageDialog } from '../images/insert-image-dialog.js';
import { applyEdit } from './apply-edit.js';
import { insertedAt } from './text-edit.js';

/** The dialog that inserts an image at the caret of a text. */
export function useInsertImage(area: RefObject<HTMLTextAreaElement | null>) {
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState('');
  // Not before the dialog has closed: it traps the focus.
  useEffect(() => {
    if (isOpen || !chosen) return;
    setChosen('');
    setTimeout(() => area.current && applyEdit(area.current, insertedAt(area.current.selectionEnd, chosen)));
  }, [isOpen, chosen, area]);
  return {
    open: () => {
      // The dialog returns the focus to where it was: to the text, with its caret.
      area.current?.focus({ preventScroll: true });
      setOpen(true);
    },
    dialog: (
      <InsertImageDialog
        open={isOpen}
        onOpenChange={setOpen}
        onInsert={(name, alt) => setChosen(imageMarkdown(name, alt))}
      />
    ),
  };
}
