import { useLocation } from '@docfolio/federation/router';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { contentId } from '../routing/route-effects.js';
import { BarButton } from './bar-button.js';
import { SocialLinks } from './header.js';
import { Sidebar } from './sidebar.js';

/** The sidebar on a phone, in a modal `<dialog>`. A navigation closes it and moves the focus to the new page. */
export function SidebarDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null);
  const { key } = useLocation();
  const openedAt = useRef(key);

  useEffect(() => {
    if (!dialog || dialog.open === open) return;
    if (open) {
      openedAt.current = key;
      dialog.showModal();
      return;
    }
    dialog.close();
    // The new page could not take the focus while the dialog was open.
    if (openedAt.current !== key) document.getElementById(contentId)?.focus({ preventScroll: true });
  }, [dialog, open, key]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of page is what closes it
  useEffect(() => onClose(), [key]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself
    <dialog
      ref={setDialog}
      aria-label="Navigation"
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className="fixed inset-y-0 left-0 m-0 h-dvh max-h-none w-72 max-w-[calc(100vw-2rem)] overflow-hidden border-line border-r bg-canvas p-0 text-ink shadow-drawer backdrop:bg-scrim open:animate-fade-in print:hidden"
    >
      {open && (
        <div className="flex h-full flex-col">
          <div className="min-h-0 grow">
            <Sidebar collapsed={false} />
          </div>
          <div className="flex shrink-0 items-center gap-1 border-line border-t p-2">
            <SocialLinks />
            <BarButton label="Close navigation" onClick={onClose} className="ml-auto">
              <X aria-hidden size={18} strokeWidth={1.75} />
            </BarButton>
          </div>
        </div>
      )}
    </dialog>
  );
}
