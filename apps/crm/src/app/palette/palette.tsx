import { useState } from 'react';
import { PaletteButton } from './palette-button.js';
import { PaletteDialog } from './palette-dialog.js';
import { useGoKeys, usePaletteKey } from './use-palette-keys.js';

/** The header's search button and the command palette; Ctrl-K or Cmd-K opens and closes it. */
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
