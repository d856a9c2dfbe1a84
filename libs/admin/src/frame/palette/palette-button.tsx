import { IconButton } from '@docfolio/ui/buttons/icon-button';
import { phoneQuery, useMediaQuery } from '@docfolio/ui/hooks/use-media-query';
import { Kbd } from '@docfolio/ui/keyboard/kbd';
import { Search } from 'lucide-react';

export function PaletteButton({ open, onOpen }: { open: boolean; onOpen: () => void }) {
  const phone = useMediaQuery(phoneQuery);
  const state = { 'aria-haspopup': 'dialog', 'aria-expanded': open, onClick: onOpen } as const;
  if (phone)
    return (
      <IconButton label="Search" tooltip="none" className="size-11" {...state}>
        <Search aria-hidden size={18} strokeWidth={1.75} />
      </IconButton>
    );
  return (
    <button
      type="button"
      aria-label="Search"
      aria-keyshortcuts="Control+K Meta+K"
      {...state}
      className="field-edge flex h-7.5 w-58 min-w-0 shrink items-center gap-2 rounded-control pr-1.5 pl-2.25 text-left text-faint text-ui transition-colors hover:text-muted"
    >
      <Search aria-hidden size={14} strokeWidth={1.75} className="shrink-0" />
      <span aria-hidden="true" className="min-w-0 grow truncate">
        Search
      </span>
      <Kbd className="touch:hidden">Ctrl K</Kbd>
    </button>
  );
}
