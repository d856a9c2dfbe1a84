import { usePortalContainer } from '@docfolio/ui/runtime';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { IconButton } from '../buttons/icon-button.js';
import { phoneQuery, useMediaQuery } from '../hooks/use-media-query.js';
import { useReturnFocus } from '../hooks/use-return-focus.js';
import { isShortcutPress, pressShortcut } from '../keyboard/shortcuts.js';
import { DiscardDialog, type DiscardText } from './confirm-dialog.js';

export interface DrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  subtitle?: ReactNode;
  action?: ReactNode;
  /** Opens the previous (`onNext`: next) record: called by a button and by K or ArrowUp (J or ArrowDown). */
  onPrevious?: () => void;
  onNext?: () => void;
  position?: string;
  tools?: ReactNode;
  /** Set it while there is unsaved input: closing asks first. */
  dirty?: boolean;
  discardText?: Partial<DiscardText>;
  /** Returns the element to focus on closing. Default: the one that opened the drawer. */
  returnTo?: () => HTMLElement | null;
  footer?: ReactNode;
  children: ReactNode;
}

/** A panel that shows a record beside its list, which stays usable. On a phone it is modal and full screen. */
export function Drawer({
  open,
  onOpenChange,
  title,
  subtitle,
  action,
  onPrevious,
  onNext,
  position,
  tools,
  dirty = false,
  discardText,
  returnTo,
  footer,
  children,
}: DrawerProps) {
  const container = usePortalContainer();
  const phone = useMediaQuery(phoneQuery);
  const returnFocus = useReturnFocus(open, returnTo);
  const content = useRef<HTMLDivElement>(null);
  const [asking, setAsking] = useState(false);
  const requestClose = () => {
    if (dirty) setAsking(true);
    else onOpenChange(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // React events of a menu bubble here although its DOM is outside the drawer: they are ignored.
    if (!isShortcutPress(event) || !content.current?.contains(event.target as Node)) return;
    const move = { k: onPrevious, ArrowUp: onPrevious, j: onNext, ArrowDown: onNext }[event.key];
    move?.();
    if (move || pressShortcut(content.current, event.key)) event.preventDefault();
  };
  const browsable = onPrevious || onNext || position;
  return (
    <Primitive.Root modal={phone} open={open} onOpenChange={(next) => (next ? onOpenChange(true) : requestClose())}>
      <Primitive.Portal container={container}>
        <Primitive.Content
          ref={content}
          data-drawer=""
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          onInteractOutside={(event) => event.preventDefault()}
          onEscapeKeyDown={keepOpenOnOwnEscape}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            content.current?.focus();
          }}
          onKeyDown={onKeyDown}
          className="on-overlay fixed inset-y-0 right-0 z-50 flex w-drawer max-w-full animate-slide-in flex-col border-line-strong border-l bg-surface shadow-drawer outline-none data-[state=closed]:animate-slide-out max-md:w-full max-md:border-l-0"
        >
          <div className="flex h-12 shrink-0 items-center gap-1 border-line border-b pr-4.5 pl-4.5 max-md:h-14 max-md:px-1.5">
            {browsable && (
              <>
                <IconButton label="Previous" shortcut="K" size="sm" onClick={onPrevious} aria-disabled={!onPrevious}>
                  <ChevronUp aria-hidden size={16} strokeWidth={1.75} />
                </IconButton>
                <IconButton label="Next" shortcut="J" size="sm" onClick={onNext} aria-disabled={!onNext}>
                  <ChevronDown aria-hidden size={16} strokeWidth={1.75} />
                </IconButton>
                {position && (
                  <span className="mono ml-1.5 text-mono text-faint whitespace-nowrap max-[22rem]:hidden">
                    {position}
                  </span>
                )}
              </>
            )}
            <div className="ml-auto flex items-center gap-0.5">
              {tools}
              <IconButton label="Close" shortcut="Esc" size="sm" onClick={requestClose}>
                <X aria-hidden size={16} strokeWidth={1.75} />
              </IconButton>
            </div>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable, even without focusable content (WCAG 2.1.1). */}
          <div tabIndex={0} className="-outline-offset-2 min-h-0 grow overflow-y-auto px-6 pt-5 pb-8 max-md:px-5">
            <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
              <div className="min-w-0 max-w-full flex-auto">
                <Primitive.Title className="text-page text-ink">{title}</Primitive.Title>
                {subtitle && <p className="text-ui text-muted">{subtitle}</p>}
              </div>
              {action}
            </div>
            {children}
          </div>
          {footer && (
            <div className="shrink-0 px-6 pb-6 max-md:px-5 max-md:pb-[max(1.25rem,env(safe-area-inset-bottom))]">
              {footer}
            </div>
          )}
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

/** Lets an element with `data-own-escape` handle Esc itself, e.g. to cancel an inline edit. */
function keepOpenOnOwnEscape(event: globalThis.KeyboardEvent) {
  if (event.target instanceof Element && event.target.closest('[data-own-escape]')) event.preventDefault();
}
