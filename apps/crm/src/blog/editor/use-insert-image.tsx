import { imageMarkdown } from '@docfolio/contracts/entities/image';
import { type RefObject, useEffect, useState } from 'react';
import { InsertImageDialog } from '../images/insert-image-dialog.js';
import { applyEdit } from './apply-edit.js';
import { insertedAt } from './text-edit.js';

/** Returns the dialog that inserts an image at the caret, and the function that opens it. */
export function useInsertImage(area: RefObject<HTMLTextAreaElement | null>) {
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState('');
  // After the dialog has closed, because it traps the focus.
  useEffect(() => {
    if (isOpen || !chosen) return;
    setChosen('');
    setTimeout(() => area.current && applyEdit(area.current, insertedAt(area.current.selectionEnd, chosen)));
  }, [isOpen, chosen, area]);
  return {
    open: () => {
      // The dialog returns the focus to the element that had it.
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
