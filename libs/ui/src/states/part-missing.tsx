import { RotateCw, Unplug } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../buttons/button.js';
import { CopyButton } from '../buttons/copy-button.js';
import { classNames } from '../class-names.js';

export interface PartMissingProps {
  part: string;
  title?: string;
  detail?: string;
  onRetry: () => void;
  retrying?: boolean;
  wayOut?: ReactNode;
  /** Diagnostics by name (part, path, reason, time), shown with a copy button. */
  details?: Readonly<Record<string, string>>;
  className?: string;
}

export function PartMissing({
  part,
  title = `${part} could not be loaded`,
  detail = 'This part did not arrive. Everything else works.',
  onRetry,
  retrying,
  wayOut,
  details,
  className,
}: PartMissingProps) {
  const lines = Object.entries(details ?? {});
  return (
    <section
      role="alert"
      className={classNames('flex min-w-0 flex-col items-center justify-center px-5 py-16 text-center', className)}
    >
      <Unplug aria-hidden size={20} strokeWidth={1.75} className="mb-3.5 text-warning" />
      <h2 className="text-card text-ink">{title}</h2>
      <p className="mt-1 text-ui text-muted">{detail}</p>
      <div className="mt-5 flex flex-wrap justify-center gap-2">
        <Button
          variant="primary"
          size="sm"
          busy={retrying}
          icon={<RotateCw aria-hidden size={16} strokeWidth={1.75} />}
          onClick={onRetry}
        >
          Retry
        </Button>
        {wayOut}
      </div>
      {lines.length > 0 && (
        <div className="mt-7 w-full max-w-130 overflow-hidden rounded-panel border border-line bg-surface text-left">
          <div className="mono flex h-9 items-center justify-between border-line border-b pr-0.5 pl-3.5 text-mono text-faint">
            details
            <CopyButton text={lines.map(([name, value]) => `${name}: ${value}`).join('\n')} label="Copy details" />
          </div>
          <dl className="mono grid grid-cols-[5.5rem_minmax(0,1fr)] gap-y-2 p-3.5 text-mono">
            {lines.map(([name, value]) => (
              <div key={name} className="contents">
                <dt className="text-faint">{name}</dt>
                <dd className="break-words text-muted">{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </section>
  );
}
