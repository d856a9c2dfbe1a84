import type { ReactNode } from 'react';
import { classNames } from '../class-names.js';

export function Kbd({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <kbd
      className={classNames(
        'mono inline-grid h-4.5 min-w-4.5 shrink-0 grid-flow-col place-items-center rounded-bar border border-line px-1 text-mono text-muted has-[svg]:px-0.5',
        className,
      )}
    >
      {children}
    </kbd>
  );
}
