import type { ButtonProps } from '@docfolio/ui/buttons/button';
import { Button } from '@docfolio/ui/buttons/button';
import { Tooltip } from '@docfolio/ui/display/tooltip';
import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';

/** The line at a drawer's bottom edge: what the record means, and the actions. */
export function DrawerFooter({ text, children }: { text: ReactNode; children: ReactNode }) {
  return (
    <div className="-mx-6 -mb-6 max-md:-mx-5 flex min-h-15 flex-wrap items-center gap-2 border-line border-t px-6 py-3 max-md:mb-0 max-md:px-5 max-md:pb-0">
      <p className="min-w-0 flex-[1_1_8rem] text-faint text-ui">{text}</p>
      {children}
    </div>
  );
}

interface KeyButtonProps extends Omit<ButtonProps, 'children'> {
  label: string;
  /** The letter that presses the button. */
  letter: string;
}

/** A button that a key presses, named in its tooltip. */
export function KeyButton({ label, letter, ...props }: KeyButtonProps) {
  return (
    <Tooltip label={label} shortcut={letter} side="top">
      <Button size="sm" {...props} data-shortcut={letter.toLowerCase()} aria-keyshortcuts={letter}>
        {label}
      </Button>
    </Tooltip>
  );
}

/** The button that discards a record, also pressed by D. */
export function DiscardButton(props: Pick<ButtonProps, 'disabled' | 'onClick'>) {
  const icon = <Trash2 aria-hidden size={16} strokeWidth={1.75} />;
  return <KeyButton label="Discard" letter="D" variant="destructive" icon={icon} {...props} />;
}
