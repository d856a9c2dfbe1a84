import { Link } from '@docfolio/federation/router';
import type { ReactNode } from 'react';

export function RecordLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="touch-target inline-block max-w-full break-words rounded-bar text-ink underline decoration-line-strong underline-offset-3 hover:decoration-current"
    >
      {children}
    </Link>
  );
}
