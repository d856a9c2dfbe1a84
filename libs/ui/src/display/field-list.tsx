import type { ReactNode } from 'react';
import { classNames } from '../class-names.js';
import { EmptyValue } from './empty-value.js';

export function FieldList({ children, className }: { children: ReactNode; className?: string }) {
  return <dl className={classNames('grid grid-cols-[8rem_minmax(0,1fr)] text-ui', className)}>{children}</dl>;
}

export function FieldRow({
  name,
  mono = false,
  fallback,
  children,
}: {
  name: string;
  mono?: boolean;
  fallback?: string;
  children?: ReactNode;
}) {
  return (
    <>
      <dt className="py-1.5 text-faint">{name}</dt>
      <dd
        className={classNames(
          'min-w-0 py-1.5 break-words text-ink has-[>button]:py-0.5',
          mono && children && 'mono text-mono leading-5',
        )}
      >
        {children || (fallback ? <span className="text-faint">{fallback}</span> : <EmptyValue />)}
      </dd>
    </>
  );
}

export function DrawerSection({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section className="mt-4 border-line border-t pt-4">
      <div className="mb-2 flex items-center justify-between gap-4">
        <h3 className="text-ui text-faint">{title}</h3>
        {action && <div className="-my-2 flex shrink-0">{action}</div>}
      </div>
      {children}
    </section>
  );
}
