import { classNames } from '../class-names.js';
import { Spinner } from './spinner.js';

/** The shape that distinguishes a status from others without colour. */
export type StatusGlyphKind = 'dashed' | 'ring' | 'quarter' | 'half' | 'three-quarters' | 'pause' | 'check' | 'cross';

export type StatusTone = 'info' | 'violet' | 'success' | 'warning' | 'danger' | 'faint';

export interface Status<Value extends string = string> {
  value: Value;
  label: string;
  glyph: StatusGlyphKind;
  tone: StatusTone;
}

const tones: Record<StatusTone, string> = {
  info: 'text-info',
  violet: 'text-violet',
  success: 'text-success',
  warning: 'text-warning',
  danger: 'text-danger',
  faint: 'text-faint',
};

const pies: Partial<Record<StatusGlyphKind, string>> = {
  quarter: 'M7 7V3.4A3.6 3.6 0 0 1 10.6 7Z',
  half: 'M7 3.4a3.6 3.6 0 0 1 0 7.2Z',
  'three-quarters': 'M7 7V3.4A3.6 3.6 0 1 1 3.4 7Z',
};

/** A 14 px status glyph, or a spinner while `saving`. Hidden from screen readers: show the label beside it. */
export function StatusGlyph({
  kind,
  tone,
  saving = false,
  className,
}: {
  kind: StatusGlyphKind;
  tone: StatusTone;
  saving?: boolean;
  className?: string;
}) {
  const look = classNames('size-3.5 shrink-0', tones[tone], className);
  if (saving) return <Spinner size={14} className={look} />;
  const disc = kind === 'check' || kind === 'cross';
  return (
    <svg aria-hidden="true" viewBox="0 0 14 14" fill="none" className={look}>
      {disc ? (
        <circle cx="7" cy="7" r="6.5" fill="currentColor" />
      ) : (
        <circle
          cx="7"
          cy="7"
          r="5.75"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeDasharray={kind === 'dashed' ? '1.9 1.71' : undefined}
        />
      )}
      {pies[kind] && <path d={pies[kind]} fill="currentColor" />}
      {kind === 'pause' && <path d="M5.5 5v4M8.5 5v4" stroke="currentColor" strokeWidth="1.5" />}
      {kind === 'check' && <path d="m4.2 7.2 1.9 1.9 3.7-4" className="stroke-canvas" strokeWidth="1.6" />}
      {kind === 'cross' && <path d="m4.8 4.8 4.4 4.4m0-4.4L4.8 9.2" className="stroke-canvas" strokeWidth="1.6" />}
    </svg>
  );
}

export function StatusLabel({
  status,
  saving = false,
  className,
}: {
  status: Status;
  saving?: boolean;
  className?: string;
}) {
  return (
    <span className={classNames('inline-flex min-w-0 items-center gap-2', className)}>
      <StatusGlyph kind={status.glyph} tone={status.tone} saving={saving} />
      <span className={classNames('truncate font-book', status.tone === 'faint' ? 'text-muted' : 'text-ink')}>
        {status.label}
      </span>
    </span>
  );
}
