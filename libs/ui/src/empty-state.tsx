import type { ReactNode } from 'react';
import { classNames } from './class-names.js';

export interface StateProps {
  /** A 20 px icon. */
  icon?: ReactNode;
  title: ReactNode;
  /** One sentence. */
  detail?: ReactNode;
  /** The one thing to do. */
  action?: ReactNode;
  className?: string;
}

/** Nothing is here (yet): one sentence and the one thing to do. */
export function EmptyState({ icon, title, detail, action, className }: StateProps) {
  return (
    <div className={classNames('flex flex-col items-center px-5 text-center', className)}>
      {icon && (
        <div aria-hidden="true" className="mb-3.5 text-faint">
          {icon}
        </div>
      )}
      <h2 className="text-card text-ink">{title}</h2>
      {detail && <p className="mt-1 max-w-prose text-ui text-muted">{detail}</p>}
      {action && <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
