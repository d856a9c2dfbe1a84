import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';

/** Stays after a form's toast has disappeared. Not a live region, because the toast was announced. */
export function QuietNote({ children, className = '' }: { children: ReactNode; className?: string }) {
  return (
    <p className={`flex animate-fade-in items-start gap-2 text-muted text-ui ${className}`}>
      <CircleCheck aria-hidden size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-accent" />
      <span className="min-w-0">{children}</span>
    </p>
  );
}

/** Shown without scripts, below forms that need them. */
export function NeedsScript({ children }: { children: ReactNode }) {
  return <p className="mt-3 hidden text-faint text-ui noscript:block">{children}</p>;
}
