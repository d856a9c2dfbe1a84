import { classNames } from '@docfolio/ui/class-names';
import { OctagonAlert } from 'lucide-react';

/** A toggle button that switches the list to spam and back. `compact` shows only the icon, for touch. */
export function SpamFilter({
  on,
  onChange,
  compact = false,
}: {
  on: boolean;
  onChange: (on: boolean) => void;
  compact?: boolean;
}) {
  return (
    <button
      type="button"
      aria-pressed={on}
      onClick={() => onChange(!on)}
      className={classNames(
        'touch-target inline-flex shrink-0 items-center justify-center gap-2 rounded-control border text-ui transition-[color,background-color,border-color] duration-150',
        compact ? 'size-11' : 'h-8 px-2.5',
        on ? 'border-line-strong bg-select text-ink' : 'border-transparent text-faint hover:bg-raised hover:text-ink',
      )}
    >
      <OctagonAlert aria-hidden size={16} strokeWidth={1.75} className={on ? 'text-warning' : undefined} />
      <span className={compact ? 'sr-only' : undefined}>Spam</span>
    </button>
  );
}
