import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';

/** A note that a form was sent, which stays after the toast. Not a live region: the toast was announced. */
export function QuietNote({ children, className = '' }: { children: ReactNode; className?: string }) {
  return (
    <p className={`flex animate-fade-in items-start gap-2 text-muted text-ui ${className}`}>
      <CircleCheck aria-hidden size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-accent" />
      <span className="min-w-0">{children}</span>
    </p>
  );
}

/** A note below forms that need scripts. It shows only if scripts are off. */
export function NeedsScript({ children }: { children: ReactNode }) {
  return <p className="mt-3 hidden text-faint text-ui noscript:block">{children}</p>;
}
