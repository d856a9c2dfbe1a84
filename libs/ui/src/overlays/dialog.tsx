import { usePortalContainer } from '@docfolio/ui/runtime';
import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { classNames } from '../class-names.js';
import { useReturnFocus } from '../hooks/use-return-focus.js';
import { Slot } from '../slot.js';
import { DiscardDialog, type DiscardText } from './confirm-dialog.js';

const CloseContext = createContext<(() => void) | null>(null);

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  /** Set it while there is unsaved input: Esc, a click outside and the close buttons then ask first. */
  dirty?: boolean;
  discardText?: Partial<DiscardText>;
  children: ReactNode;
  className?: string;
}

/** A modal dialog, full screen on phones, around a DialogBody and a DialogFooter (or a `contents` form around both). */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  dirty = false,
  discardText,
  children,
  className,
}: DialogProps) {
  const container = usePortalContainer();
  const returnFocus = useReturnFocus(open);
  const [asking, setAsking] = useState(false);
  const requestClose = () => {
    if (dirty) setAsking(true);
    else onOpenChange(false);
  };
  return (
    <Primitive.Root open={open} onOpenChange={(next) => (next ? onOpenChange(true) : requestClose())}>
      <Primitive.Portal container={container}>
        <Primitive.Overlay className="fixed inset-0 z-60 animate-fade-in bg-scrim" />
        <Primitive.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onCloseAutoFocus={returnFocus}
          onInteractOutside={ignoreToastClicks}
          className={classNames(
            'on-overlay fixed top-[max(2rem,min(7rem,12.5dvh))] left-1/2 z-60 -ml-[min(17.5rem,50vw-2rem)] flex max-h-[calc(100dvh-max(2rem,min(7rem,12.5dvh))-1.5rem)] w-dialog max-w-[calc(100vw-4rem)] animate-rise-in flex-col overflow-hidden rounded-panel border border-line-strong bg-overlay shadow-float outline-none',
            'max-md:inset-0 max-md:ml-0 max-md:h-dvh max-md:max-h-none max-md:w-full max-md:max-w-none max-md:rounded-none max-md:border-0',
            className,
          )}
        >
          <div className={classNames('flex items-start gap-4 px-6 pt-5 max-md:px-5', description ? 'pb-5' : 'pb-3.5')}>
            <div className="min-w-0 grow">
              <Primitive.Title className="text-h3 text-ink">{title}</Primitive.Title>
              {description && (
                <Primitive.Description className="text-ui text-muted">{description}</Primitive.Description>
              )}
            </div>
            <button
              type="button"
              aria-label="Close"
              onClick={requestClose}
              className="touch-target -mt-1 -mr-2 grid size-8 shrink-0 cursor-pointer place-items-center rounded-control text-muted transition-colors hover:bg-raised hover:text-ink"
            >
              <X aria-hidden size={16} strokeWidth={1.75} />
            </button>
          </div>
          <CloseContext.Provider value={requestClose}>{children}</CloseContext.Provider>
        </Primitive.Content>
      </Primitive.Portal>
      <DiscardDialog
        open={asking && open}
        text={discardText}
        onKeep={() => setAsking(false)}
        onDiscard={() => {
          setAsking(false);
          onOpenChange(false);
        }}
      />
    </Primitive.Root>
  );
}

/** Keeps the dialog open when a toast outside it is clicked. */
function ignoreToastClicks(event: CustomEvent<{ originalEvent: Event }>) {
  const target = event.detail.originalEvent.target;
  if (target instanceof Element && target.closest('[data-toaster]')) event.preventDefault();
}

export function DialogBody({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div className={classNames('min-h-0 grow content-start overflow-y-auto px-6 pb-6 max-md:px-5', className)}>
      {children}
    </div>
  );
}

export function DialogFooter({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div
      className={classNames(
        'flex shrink-0 items-center justify-end gap-2 border-line border-t px-6 py-3.5 max-md:px-5 max-md:pb-[max(0.875rem,env(safe-area-inset-bottom))]',
        className,
      )}
    >
      {children}
    </div>
  );
}

/** Makes its only child, a button, close the surrounding Dialog (after a question if that is `dirty`). */
export function DialogClose({ children }: { children: ReactNode }) {
  const requestClose = useContext(CloseContext);
  if (!requestClose) throw new Error('DialogClose must be inside a Dialog');
  return <Slot onClick={requestClose}>{children}</Slot>;
}
