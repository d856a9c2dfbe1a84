import { Button } from '@docfolio/ui/buttons/button';
import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';

interface AttentionSectionProps {
  title: string;
  count: number;
  /** Lists that failed to load: the message's subject ('The mails could not be loaded.') and Retry. */
  failures: readonly { words: string; retry: () => void; retrying: boolean }[];
  more?: { load: () => void; loading: boolean; failed: boolean };
  children: ReactNode;
}

/** A titled panel of problems. Renders nothing if there are neither problems nor lists that failed to load. */
export function AttentionSection({ title, count, failures, more, children }: AttentionSectionProps) {
  if (count === 0 && failures.length === 0) return null;
  return (
    <section aria-label={title} className="overflow-hidden rounded-panel border border-line">
      <h2 className="flex h-11 items-center gap-2 border-line border-b px-5 text-ui font-semibold text-ink max-md:px-4">
        {title}{' '}
        {count > 0 && <span className="mono font-normal text-faint text-mono">{count.toLocaleString('en-US')}</span>}
      </h2>
      {failures.map(({ words, retry, retrying }) => (
        <div
          key={words}
          role="alert"
          className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-hairline px-5 py-2 text-danger text-ui not-last:border-b max-md:px-4"
        >
          <CloudOff aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
          {words} could not be loaded.
          <Button size="sm" busy={retrying} onClick={retry}>
            Retry
          </Button>
        </div>
      ))}
      {count > 0 && (
        <ul aria-label={title} className="divide-y divide-hairline">
          {children}
        </ul>
      )}
      {more && (
        <div className="flex items-center gap-3 border-hairline border-t px-5 py-2 max-md:px-4">
          <Button size="sm" variant="ghost" className="-ml-2.75" busy={more.loading} onClick={more.load}>
            Show more
          </Button>
          {more.failed && (
            <span role="alert" className="text-danger text-ui">
              More could not be loaded.
            </span>
          )}
        </div>
      )}
    </section>
  );
}

interface AttentionRowProps {
  icon: ReactNode;
  title: ReactNode;
  about?: ReactNode;
  why: ReactNode;
  time: ReactNode;
  actions: ReactNode;
  children?: ReactNode;
}

export function AttentionRow({ icon, title, about, why, time, actions, children }: AttentionRowProps) {
  return (
    <li className="grid grid-cols-[1rem_minmax(0,1fr)_auto] gap-x-3 px-5 py-3 text-ui max-md:px-4">
      <span aria-hidden="true" className="mt-0.5 text-warning">
        {icon}
      </span>
      <div className="min-w-0">
        <p className="[overflow-wrap:anywhere]">
          <span className="font-medium text-ink">{title}</span> {about && <span className="text-muted">{about}</span>}
        </p>
        <p className="mt-0.5 text-muted [overflow-wrap:anywhere]">{why}</p>
        <p className="mt-0.5">{time}</p>
      </div>
      {children && <div className="col-span-2 col-start-2 min-w-0">{children}</div>}
      <div className="flex items-start gap-2 max-md:col-span-2 max-md:col-start-2 max-md:mt-3 md:col-start-3 md:row-start-1">
        {actions}
      </div>
    </li>
  );
}
