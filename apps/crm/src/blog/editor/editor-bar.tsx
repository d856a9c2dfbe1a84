import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface EditorBarProps {
  /** Accessible name. */
  label: string;
  icon: LucideIcon;
  /** Buttons. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A bar above the text of a post that announces something about it, and what can be done. */
export function EditorBar({ label, icon: Icon, actions, children }: EditorBarProps) {
  return (
    <section
      aria-label={label}
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-line border-b bg-surface px-6 py-2 text-ui max-md:px-4"
    >
      <Icon aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-info" />
      <p role="status" className="min-w-40 grow text-muted [overflow-wrap:anywhere]">
        {children}
      </p>
      {actions && <div className="flex gap-2">{actions}</div>}
    </section>
  );
}
