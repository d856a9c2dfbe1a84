import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';

/** The line that stays after a form's toast has gone. Not a live region: the toast has been announced. */
export function QuietNote({ children, className = '' }: { children: ReactNode; className?: string }) {
  return (
    <p className={`flex animate-fade-in items-start gap-2 text-muted text-ui ${className}`}>
      <CircleCheck aria-hidden size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-accent" />
      <span className="min-w-0">{children}</span>
    </p>
  );
}

/** Said where scripts don't run: the form can be read, but not sent. */
export function NeedsScript({ children }: { children: ReactNode }) {
  return <p className="mt-3 hidden text-faint text-ui noscript:block">{children}</p>;
}
