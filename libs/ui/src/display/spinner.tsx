import { classNames } from '../class-names.js';

/** A spinner in the text colour, hidden from screen readers. @param size CSS px */
export function Spinner({ size = 16, className }: { size?: number; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      data-spinner=""
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      className={classNames('shrink-0 animate-spin', className)}
    >
      <path d="M8 1.75a6.25 6.25 0 1 0 6.25 6.25" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
    </svg>
  );
}

export function FullPageSpinner({ label = 'Loading' }: { label?: string }) {
  return (
    <div role="status" className="grid min-h-dvh place-items-center bg-canvas text-faint">
      <Spinner size={20} />
      <span className="sr-only">{label}</span>
    </div>
  );
}
