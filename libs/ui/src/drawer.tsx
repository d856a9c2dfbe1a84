import { usePortalContainer } from '@docfolio/ui/runtime';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { DiscardDialog, type DiscardWords } from './confirm-dialog.js';
import { IconButton } from './icon-button.js';
import { isShortcutPress, pressShortcut } from './shortcuts.js';
import { PHONE_QUERY, useMediaQuery } from './use-media-query.js';
import { useReturnFocus } from './use-return-focus.js';

export interface DrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The record's name: the drawer's heading. */
  title: ReactNode;
  /** A quiet line under the heading. */
  subtitle?: ReactNode;
  /** The one action beside the heading. */
  action?: ReactNode;
  /** In the bar: to the record before and after; also K and J, or the arrows, while the drawer has the focus. Any
   * other control inside with a `data-shortcut` (an IconButton's, a StatusMenu's) answers to its key as well. */
  onPrevious?: () => void;
  onNext?: () => void;
  /** In the bar, in mono: '3 / 12'. */
  position?: string;
  /** In the bar before the close button: IconButtons of size `sm` (copy link, edit). */
  tools?: ReactNode;
  /** Something typed would be lost: closing asks first. */
  dirty?: boolean;
  discardWords?: Partial<DiscardWords>;
  /** What the focus goes to on closing, where it is not what opened the drawer: the row of the record shown last. */
  returnTo?: () => HTMLElement | null;
  /** What stays at the bottom while the content scrolls: the note box. */
  footer?: ReactNode;
  children: ReactNode;
}

/**
 * A record over its list: 520 px at the right without a scrim, and the list beside it stays live. On a phone a full
 * sheet, modal. Esc closes it.
 */
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
  discardWords,
  returnTo,
  footer,
  children,
}: DrawerProps) {
  const container = usePortalContainer();
  const phone = useMediaQuery(PHONE_QUERY);
  const returnFocus = useReturnFocus(open, returnTo);
  const content = useRef<HTMLDivElement>(null);
  const [asking, setAsking] = useState(false);
  const requestClose = () => {
    if (dirty) setAsking(true);
    else onOpenChange(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // A menu that is open over the drawer lies in another branch of the page but bubbles through here.
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
          onEscapeKeyDown={leaveOwnEscape}
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
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard, also when nothing in it can be (WCAG 2.1.1). */}
          <div tabIndex={0} className="-outline-offset-2 min-h-0 grow overflow-y-auto px-6 pt-5 pb-8 max-md:px-5">
            {/* A long name takes the whole width, and the action the line under it. */}
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
        words={discardWords}
        onKeep={() => setAsking(false)}
        onDiscard={() => {
          setAsking(false);
          onOpenChange(false);
        }}
      />
    </Primitive.Root>
  );
}

/** Inside an element with `data-own-escape` Esc means something of its own: giving up what is typed there. */
function leaveOwnEscape(event: globalThis.KeyboardEvent) {
  if (event.target instanceof Element && event.target.closest('[data-own-escape]')) event.preventDefault();
}
