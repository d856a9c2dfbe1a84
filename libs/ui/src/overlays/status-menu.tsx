import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { classNames } from '../class-names.js';
import { type Status, StatusGlyph, StatusLabel } from '../display/status-glyph.js';
import { Menu, MenuContent, MenuItem, MenuTrigger } from './menu.js';

export interface StatusMenuProps<Value extends string> {
  statuses: readonly Status<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  saving?: boolean;
  /** The record's name, for screen readers. */
  subject?: string;
  chevron?: 'hover' | 'always';
  shortcut?: string;
  className?: string;
}

/** Shows a record's status; its menu changes it. In the open menu the digits 1 to 9 choose a status by its position. */
export function StatusMenu<Value extends string>({
  statuses,
  value,
  onChange,
  saving = false,
  subject,
  chevron = 'hover',
  shortcut = 's',
  className,
}: StatusMenuProps<Value>) {
  const [open, setOpen] = useState(false);
  // The element focused before a shortcut moved the focus here. Closing restores it, so that Enter opens the row.
  const cameFrom = useRef<HTMLElement | null>(null);
  const opener = useRef<HTMLElement | null>(null);
  const current = statuses.find((status) => status.value === value);
  const choose = (next: Value) => {
    setOpen(false);
    if (next !== value) onChange(next);
  };
  const chooseByDigit = (event: KeyboardEvent) => {
    const status = /^[1-9]$/.test(event.key) ? statuses[Number(event.key) - 1] : undefined;
    if (!status) return;
    event.preventDefault();
    event.stopPropagation();
    choose(status.value);
  };
  return (
    <Menu open={open && !saving} onOpenChange={setOpen}>
      <MenuTrigger>
        <button
          type="button"
          aria-label={`Status${subject ? ` of ${subject}` : ''}: ${current?.label ?? value}`}
          aria-busy={saving || undefined}
          aria-keyshortcuts={shortcut}
          data-shortcut={shortcut}
          onFocus={(event) => {
            cameFrom.current = event.relatedTarget instanceof HTMLElement ? event.relatedTarget : null;
          }}
          onKeyDown={(event) => {
            // While the menu's code loads, the button still has the focus.
            if (!open) return;
            chooseByDigit(event);
            if (event.defaultPrevented) opener.current?.focus();
          }}
          onClick={(event) => {
            // A click with detail 0 comes from `pressShortcut`; Radix handles clicks by pointer and keyboard.
            if (event.detail !== 0) return;
            opener.current = cameFrom.current;
            setOpen(true);
          }}
          className={classNames(
            'group touch-target -ml-2.25 flex h-7 w-max items-center gap-1.5 rounded-control border border-transparent px-2 text-ui hover:border-line-strong data-[state=open]:border-line-strong data-[state=open]:bg-canvas',
            className,
          )}
        >
          {current ? <StatusLabel status={current} saving={saving} /> : <span className="text-muted">{value}</span>}
          <ChevronDown
            aria-hidden
            size={14}
            strokeWidth={1.75}
            className={classNames(
              'shrink-0 text-muted',
              chevron === 'hover' &&
                'opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100 group-data-[state=open]:opacity-100 touch:hidden',
            )}
          />
        </button>
      </MenuTrigger>
      <MenuContent
        alignOffset={-4}
        onCloseAutoFocus={(event) => {
          if (!opener.current?.isConnected) return;
          event.preventDefault();
          opener.current.focus();
          opener.current = null;
        }}
        onKeyDown={chooseByDigit}
      >
        {statuses.map((status, index) => (
          <MenuItem
            key={status.value}
            icon={<StatusGlyph kind={status.glyph} tone={status.tone} />}
            checked={status.value === value}
            hint={String(index + 1)}
            onSelect={() => choose(status.value)}
          >
            {status.label}
          </MenuItem>
        ))}
      </MenuContent>
    </Menu>
  );
}
