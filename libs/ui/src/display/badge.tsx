import { Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../class-names.js';

export type BadgeTone = 'neutral' | 'info' | 'success' | 'warning' | 'danger' | 'violet';

const tones: Record<BadgeTone, string> = {
  neutral: 'bg-neutral-soft text-muted',
  info: 'bg-info-soft text-info',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
  violet: 'bg-violet-soft text-violet',
};

export function Badge({
  tone = 'neutral',
  mark = 'dot',
  children,
  className,
}: {
  tone?: BadgeTone;
  mark?: 'dot' | 'star' | 'none';
  children: ReactNode;
  className?: string;
}) {
  return (
    <span
      className={classNames(
        'mono inline-flex h-5 items-center gap-1.5 whitespace-nowrap rounded-badge px-1.75 text-mono font-book',
        tones[tone],
        className,
      )}
    >
      {mark === 'dot' && <span aria-hidden="true" className="size-1.25 rounded-full bg-current" />}
      {mark === 'star' && <Star aria-hidden size={11} strokeWidth={2} className="fill-current" />}
      {children}
    </span>
  );
}
