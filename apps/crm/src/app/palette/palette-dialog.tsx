import { IconButton } from '@docfolio/ui/buttons/icon-button';
import { useReturnFocus } from '@docfolio/ui/hooks/use-return-focus';
import { usePortalContainer } from '@docfolio/ui/runtime';
import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { PaletteSearch } from './palette-search.js';

interface PaletteDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The text that was typed before the dialog was rendered. */
  typed: string;
}

export function PaletteDialog({ open, onOpenChange, typed }: PaletteDialogProps) {
  const container = usePortalContainer();
  const returnFocus = useReturnFocus(open);
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal container={container}>
        <Dialog.Overlay className="fixed inset-0 z-60 animate-fade-in bg-scrim" />
        <Dialog.Content
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
            start={typed}
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
