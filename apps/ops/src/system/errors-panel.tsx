import { exactTimeOf, timeOf } from '@docfolio/admin/records/record-texts';
import { Dot } from '@docfolio/admin/records/time-text';
import type { SystemError } from '@docfolio/contracts/entities/system';
import { Link } from '@docfolio/federation/router';
import { CopyButton } from '@docfolio/ui/buttons/copy-button';
import { classNames } from '@docfolio/ui/class-names';
import { EmptyValue } from '@docfolio/ui/display/empty-value';
import { ChevronRight } from 'lucide-react';
import { type CSSProperties, useId, useState } from 'react';
import { Panel, PanelNote, phoneRowLook } from './panel.js';

const template: CSSProperties = { gridTemplateColumns: '36px minmax(0, 1fr) 92px 56px 104px' };

/** The errors of the last 24 hours by message, with the request of the last one. */
export function ErrorsPanel({ errors, compact }: { errors: readonly SystemError[]; compact: boolean }) {
  return (
    <Panel title="Recent errors" aside={compact ? undefined : 'Last 24 h, grouped'}>
      {errors.length === 0 ? (
        <PanelNote>No errors in the last 24 hours.</PanelNote>
      ) : (
        <ul aria-label="Recent errors">
          {errors.map((error) => {
            const props = { key: `${error.service} ${error.name} ${error.message}`, error };
            const { key, ...rest } = props;
            return compact ? <CompactError key={key} {...rest} /> : <ErrorRow key={key} {...rest} />;
          })}
        </ul>
      )}
    </Panel>
  );
}

function ErrorRow({ error: { service, name, message, count, last_at, request_id } }: { error: SystemError }) {
  return (
    <li style={template} className="grid h-14 items-center gap-x-4 border-hairline px-5 text-ui not-last:border-b">
      <span className="mono whitespace-nowrap font-medium text-ink text-mono">
        {count.toLocaleString('en-US')}
        <span aria-hidden="true">×</span>
        <span className="sr-only"> times</span>
      </span>
      <span className="min-w-0">
        <span className="mono block truncate text-ink text-mono" title={name}>
          {name}
        </span>
        <span className="mt-0.5 block truncate text-caption text-muted" title={message}>
          {message}
        </span>
      </span>
      <span className="truncate text-muted">{service}</span>
      <LastTime at={last_at} />
      <RequestId id={request_id} />
    </li>
  );
}

function LastTime({ at }: { at: string }) {
  return (
    <time dateTime={at} title={exactTimeOf(at)} className="mono text-mono text-muted">
      {timeOf(at)}
    </time>
  );
}

/** A request id, which links to its entries in the audit trail, with a button that copies it. */
export function RequestId({ id, whole = false }: { id: string | null; whole?: boolean }) {
  if (id === null)
    return (
      <span className={classNames(!whole && 'text-right')}>
        <EmptyValue words="No request" />
      </span>
    );
  return (
    <span className={classNames('flex min-w-0 items-center gap-1', !whole && 'justify-end')}>
      <Link
        to={`/admin/audit?search=${encodeURIComponent(id)}`}
        title={id}
        className={classNames(
          'mono min-w-0 rounded-bar text-mono text-muted underline decoration-line-field decoration-dotted underline-offset-3 hover:text-ink',
          whole ? 'break-all' : 'truncate',
        )}
      >
        {whole ? id : id.slice(0, 10)}
      </Link>
      <CopyButton text={id} label="Copy request id" className="-my-1 -mr-2 size-7" />
    </span>
  );
}

function CompactError({ error: { service, name, message, count, last_at, request_id } }: { error: SystemError }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <li className="border-hairline not-last:border-b">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className={classNames(phoneRowLook, '-outline-offset-2 cursor-pointer')}
      >
        <span className="min-w-0 grow">
          <span className="mono block truncate text-ink text-ui">{name}</span>
          <span className="mt-0.5 block truncate text-muted text-ui">
            {service}
            <Dot />
            <LastTime at={last_at} />
          </span>
        </span>
        <span className="mono shrink-0 text-ink text-mono">{count.toLocaleString('en-US')}×</span>
        <ChevronRight
          aria-hidden
          size={16}
          strokeWidth={1.75}
          className={classNames('shrink-0 text-faint transition-transform', open && 'rotate-90')}
        />
      </button>
      <div id={id} hidden={!open} className="px-5 pb-3 text-muted text-ui max-md:px-4">
        <p className="[overflow-wrap:anywhere]">{message}</p>
        {request_id !== null && <RequestId id={request_id} whole />}
      </div>
    </li>
  );
}
