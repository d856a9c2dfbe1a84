import { useState } from 'react';
import { PaletteButton } from './palette-button.js';
import { PaletteDialog } from './palette-dialog.js';
import { useGoKeys, usePaletteKey } from './use-palette-keys.js';

/** The header's search button with the command palette that it opens; Ctrl-K opens it as well. */
export function Palette() {
  const [open, setOpen] = useState(false);
  usePaletteKey(() => setOpen((was) => !was));
  useGoKeys();
  return (
    <>
      <PaletteButton open={open} onOpen={() => setOpen(true)} />
      <PaletteDialog open={open} onOpenChange={setOpen} />
    </>
  );
}
