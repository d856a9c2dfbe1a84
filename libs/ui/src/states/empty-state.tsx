import type { ReactNode } from 'react';
import { classNames } from '../class-names.js';

export interface StateProps {
  icon?: ReactNode;
  title: ReactNode;
  detail?: ReactNode;
  action?: ReactNode;
  className?: string;
}

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
