import { lazyPart, useLazyPart } from '@docfolio/ui/hooks/use-lazy-part';
import { toast } from '@docfolio/ui/runtime';
import { useCallback, useState } from 'react';
import { PaletteButton } from './palette-button.js';
import { useSearchedKinds } from './searched-kinds.js';
import { useGoKeys, usePaletteKey } from './use-palette-keys.js';
import { useTypedAhead } from './use-typed-ahead.js';

const dialog = lazyPart(
  async () => (await import(/* webpackChunkName: "lazy-palette" */ './palette-dialog.js')).PaletteDialog,
);

/** The header's search button and the command palette; Ctrl-K or Cmd-K opens and closes it. */
export function Palette() {
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  usePaletteKey(() => setOpen((was) => !was));
  useGoKeys();
  const Dialog = useLazyPart(dialog, open, (error) => {
    const description = 'The search could not be loaded.';
    console.error(description, error);
    toast({ title: 'Error', description, variant: 'destructive' });
    close();
  });
  const searched = useSearchedKinds(open);
  const isReady = Dialog !== undefined && searched !== undefined;
  const typed = useTypedAhead(open, open && !isReady, close);
  return (
    <>
      <PaletteButton open={open} onOpen={() => setOpen(true)} />
      {isReady && <Dialog open={open} onOpenChange={setOpen} typed={typed} searched={searched} />}
    </>
  );
}
