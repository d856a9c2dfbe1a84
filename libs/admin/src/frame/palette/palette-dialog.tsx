import { IconButton } from '@docfolio/ui/buttons/icon-button';
import { useReturnFocus } from '@docfolio/ui/hooks/use-return-focus';
import { usePortalContainer } from '@docfolio/ui/runtime';
import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useEffect, useRef } from 'react';
import { PaletteSearch } from './palette-search.js';
import type { SearchedKinds } from './searched-kinds.js';

interface PaletteDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The text that was typed before the dialog was rendered. */
  typed: string;
  searched: SearchedKinds;
}

export function PaletteDialog({ open, onOpenChange, typed, searched }: PaletteDialogProps) {
  const latest = useRef(typed);
  const container = usePortalContainer();
  const returnFocus = useReturnFocus(open);
  const content = useRef<HTMLDivElement>(null);
  const shownKinds = useRef(searched.kinds);
  useEffect(() => {
    // Kinds that arrive later replace the search, with its text: the focus follows.
    if (shownKinds.current.length !== searched.kinds.length) content.current?.querySelector('input')?.focus();
    shownKinds.current = searched.kinds;
  }, [searched.kinds]);
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal container={container}>
        <Dialog.Overlay className="fixed inset-0 z-60 animate-fade-in bg-scrim" />
        <Dialog.Content
          ref={content}
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            // After a page was opened, that page has the focus.
            if (document.activeElement === document.body) returnFocus(event);
            else event.preventDefault();
          }}
          className="fixed top-[max(2rem,min(7rem,12.5dvh))] left-1/2 z-60 -ml-[min(17.5rem,50vw-2rem)] flex max-h-[min(33rem,calc(100dvh-max(2rem,min(7rem,12.5dvh))-1.5rem))] w-dialog max-w-[calc(100vw-4rem)] animate-rise-in flex-col overflow-hidden rounded-panel border border-line-strong bg-overlay shadow-float outline-none max-md:inset-0 max-md:ml-0 max-md:h-dvh max-md:max-h-none max-md:w-full max-md:max-w-none max-md:rounded-none max-md:border-0"
        >
          <Dialog.Title className="sr-only">Search</Dialog.Title>
          <PaletteSearch
            // The search has hooks for each kind.
            key={searched.kinds.length}
            start={latest.current}
            onType={(text) => {
              latest.current = text;
            }}
            searched={searched}
            onFollow={() => onOpenChange(false)}
            close={
              <Dialog.Close asChild>
                <IconButton label="Close" tooltip="none" className="-mr-2 size-11 md:hidden">
                  <X aria-hidden size={18} strokeWidth={1.75} />
                </IconButton>
              </Dialog.Close>
            }
          />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
