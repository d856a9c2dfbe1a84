import { Check, Copy, X } from 'lucide-react';
import { classNames } from '../class-names.js';
import { useCopy } from './use-copy.js';

/** A button that copies `text` to the clipboard and shows for 2 s whether that worked, also to screen readers. */
export function CopyButton({
  text,
  label = 'Copy',
  className,
  onResult,
}: {
  text: string;
  label?: string;
  className?: string;
  onResult?: (copied: boolean) => void;
}) {
  const { state, copy } = useCopy();
  const Icon = { idle: Copy, copied: Check, failed: X }[state];
  return (
    <>
      <button
        type="button"
        aria-label={label}
        onClick={async () => {
          const copied = await copy(text);
          onResult?.(copied);
        }}
        className={classNames(
          'touch-target grid size-8 shrink-0 cursor-pointer place-items-center rounded-control transition-colors hover:bg-raised',
          state === 'copied' && 'text-accent',
          state === 'failed' && 'text-danger',
          state === 'idle' && 'text-muted hover:text-ink',
          className,
        )}
      >
        <Icon aria-hidden size={14} strokeWidth={1.75} />
      </button>
      <span role="status" className="sr-only">
        {state === 'copied' && 'Copied'}
        {state === 'failed' && 'Could not copy'}
      </span>
    </>
  );
}
