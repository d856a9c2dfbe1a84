import type { CustomControlProps } from '@docfolio/admin/records/form-field';
import { searchLimit } from '@docfolio/contracts/core/list';
import { IconButton } from '@docfolio/ui/buttons/icon-button';
import { Input } from '@docfolio/ui/forms/input';
import { usePortalContainer } from '@docfolio/ui/runtime';
import { ChevronDown, X } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useClientName } from './client-name.js';
import { ClientOptions, optionIdOf } from './client-options.js';
import { useClientSearch } from './use-client-search.js';

function usePicker({ value, onChange }: Pick<CustomControlProps, 'value' | 'onChange'>, listId: string) {
  const [open, setOpen] = useState(false);
  // Shown in place of the chosen client's name; null while nothing is typed.
  const [typed, setTyped] = useState<string | null>(null);
  const [pointed, setPointed] = useState<string>();
  const name = useClientName(value);
  const search = useClientSearch(typed?.trim() ?? '', open);
  const { found, settled } = search;
  const at = found.findIndex(({ id }) => id === pointed);
  // Enter chooses nothing if neither text nor arrow keys were used.
  const active = found[at < 0 && typed?.trim() ? 0 : at];

  useEffect(() => {
    if (active) document.getElementById(optionIdOf(listId, active.id))?.scrollIntoView({ block: 'nearest' });
  }, [listId, active]);

  const close = () => {
    setOpen(false);
    setTyped(null);
    setPointed(undefined);
  };
  const choose = (id: string) => {
    onChange(id);
    close();
  };
  const move = (step: number) => {
    setOpen(true);
    const from = found.findIndex(({ id }) => id === active?.id);
    const next = from < 0 ? (step > 0 ? 0 : found.length - 1) : (from + step + found.length) % found.length;
    setPointed(found[next]?.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      move(step);
    } else if (event.key === 'Enter' && open && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      if (settled && active) choose(active.id);
    }
  };
  return {
    open,
    search,
    active,
    text: typed ?? (value && name) ?? '',
    isSearching: typed !== null,
    isCleared: typed?.trim() === '',
    openList: () => setOpen(true),
    type: (text: string) => {
      setTyped(text);
      setPointed(undefined);
      setOpen(true);
    },
    choose,
    close,
    onKeyDown,
  };
}

/** A combobox to choose a client by a search; an emptied text removes the client. Place it in a Field. */
export function ClientPicker({ value, onChange, onBlur, ref }: CustomControlProps) {
  const listId = useId();
  const container = usePortalContainer();
  const box = useRef<HTMLDivElement>(null);
  const picker = usePicker({ value, onChange }, listId);
  const { open, active, choose, close } = picker;
  return (
    <Popover.Root open={open} onOpenChange={(next) => !next && close()}>
      <Popover.Anchor asChild>
        <div ref={box}>
          <Input
            ref={ref}
            role="combobox"
            aria-expanded={open}
            aria-controls={open ? listId : undefined}
            aria-autocomplete="list"
            aria-activedescendant={open && active ? optionIdOf(listId, active.id) : undefined}
            autoComplete="off"
            spellCheck={false}
            maxLength={searchLimit}
            placeholder={value ? 'Client' : 'No client'}
            value={picker.text}
            onChange={(event) => picker.type(event.target.value)}
            onClick={(event) => {
              picker.openList();
              if (!picker.isSearching) event.currentTarget.select();
            }}
            onKeyDown={picker.onKeyDown}
            onBlur={() => {
              if (picker.isCleared) onChange('');
              close();
              onBlur();
            }}
            className={value ? 'pr-1 max-md:pr-0' : undefined}
            trailing={
              value ? (
                <IconButton label="Remove client" size="sm" tooltip="none" onClick={() => choose('')}>
                  <X aria-hidden size={16} strokeWidth={1.75} />
                </IconButton>
              ) : (
                <ChevronDown aria-hidden size={16} strokeWidth={1.75} className="pointer-events-none text-muted" />
              )
            }
          />
        </div>
      </Popover.Anchor>
      <Popover.Portal container={container}>
        <Popover.Content
          // Not a dialog: the combobox controls the list inside.
          role="group"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          // Keep the focus in the text box, and the list open when the text box is pressed.
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onInteractOutside={(event) => box.current?.contains(event.target as Node) && event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          // The dialog below would block scrolling in this list.
          onWheel={(event) => event.stopPropagation()}
          onTouchMove={(event) => event.stopPropagation()}
          // The maximum height lets the list fit above or below the text box.
          className="z-80 flex max-h-[min(17rem,40dvh)] w-(--radix-popover-trigger-width) animate-fade-in flex-col overflow-hidden rounded-panel border border-line-strong bg-overlay shadow-float outline-none"
        >
          <ClientOptions id={listId} search={picker.search} activeId={active?.id} chosenId={value} onChoose={choose} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
