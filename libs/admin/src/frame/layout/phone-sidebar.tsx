import { IconButton } from '@docfolio/ui/buttons/icon-button';
import { Menu } from 'lucide-react';
import { useId } from 'react';
import { onDemand } from '../../records/on-demand.js';
import type { PhoneSidebarDialogProps } from './phone-sidebar-dialog.js';

const PhoneSidebarDialog = onDemand<PhoneSidebarDialogProps>({
  load: async () =>
    (await import(/* webpackChunkName: "lazy-phone-sidebar" */ './phone-sidebar-dialog.js')).PhoneSidebarDialog,
  isOpen: ({ open }) => open,
  close: ({ onOpenChange }) => onOpenChange(false),
  words: 'The navigation could not be loaded.',
});

/** The sidebar of phones, which its button opens as a dialog. */
export function PhoneSidebar(props: Omit<PhoneSidebarDialogProps, 'id'>) {
  const { open, onOpenChange } = props;
  const id = useId();
  return (
    <>
      <IconButton
        label="Open navigation"
        tooltip="none"
        className="size-11 md:hidden"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => onOpenChange(!open)}
      >
        <Menu aria-hidden size={18} strokeWidth={1.75} />
      </IconButton>
      <PhoneSidebarDialog {...props} id={id} />
    </>
  );
}
