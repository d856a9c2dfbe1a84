import { IconButton } from '@docfolio/ui/buttons/icon-button';
import { ThemeToggle } from '@docfolio/ui/buttons/theme-toggle';
import { BrandMark } from '@docfolio/ui/display/brand-mark';
import { useReturnFocus } from '@docfolio/ui/hooks/use-return-focus';
import { usePortalContainer } from '@docfolio/ui/runtime';
import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { SignOutButton } from './sidebar.js';
import type { SidebarCounts } from './sidebar-counts.js';
import { SidebarFoot, SidebarNav } from './sidebar-nav.js';

export interface PhoneSidebarDialogProps {
  id: string;
  counts: SidebarCounts;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSignOut: () => void;
  signingOut: boolean;
}

export function PhoneSidebarDialog({ id, counts, open, onOpenChange, onSignOut, signingOut }: PhoneSidebarDialogProps) {
  const container = usePortalContainer();
  const returnFocus = useReturnFocus(open);
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal container={container}>
        <Dialog.Overlay className="fixed inset-0 z-60 animate-fade-in bg-scrim" />
        <Dialog.Content
          id={id}
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          className="fixed inset-y-0 left-0 z-60 flex w-72 max-w-[calc(100vw-3rem)] animate-fade-in flex-col border-line-strong border-r bg-well outline-none"
        >
          <div className="flex h-14 shrink-0 items-center gap-3 pr-2 pl-5">
            <BrandMark />
            <Dialog.Title className="grow text-button font-semibold text-ink">CRM Dashboard</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton label="Close navigation" tooltip="none" className="size-11">
                <X aria-hidden size={18} strokeWidth={1.75} />
              </IconButton>
            </Dialog.Close>
          </div>
          <SidebarNav counts={counts} roomy onFollow={() => onOpenChange(false)} />
          <SidebarFoot counts={counts} roomy onFollow={() => onOpenChange(false)} />
          <div className="flex h-15 shrink-0 items-center gap-2 border-line border-t px-2 pb-[env(safe-area-inset-bottom)]">
            <SignOutButton className="h-11 grow gap-3 px-3 text-button" busy={signingOut} onClick={onSignOut} />
            <ThemeToggle className="size-11" />
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
