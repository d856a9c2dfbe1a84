import { Sparkline } from '@docfolio/admin/records/sparkline';
import type { SystemQueue } from '@docfolio/contracts/entities/system';
import { Link } from '@docfolio/federation/router';
import { classNames } from '@docfolio/ui/class-names';
import { EmptyValue } from '@docfolio/ui/display/empty-value';
import { ChevronDown } from 'lucide-react';
import { type CSSProperties, useState } from 'react';
import { Panel, PanelNote, PanelTable, phoneRowLook, rowLook } from './panel.js';
import { addressOf } from './system-address.js';
import { countText, spanText } from './system-texts.js';
import { useBusyQueues } from './use-busy-queues.js';
import type { PanelProps } from './use-system.js';

const template: CSSProperties = { gridTemplateColumns: 'minmax(0, 1fr) 56px 52px 58px 48px 76px 96px' };
const columns = [
  { header: 'Queue' },
  { header: 'Waiting', align: 'right' },
  { header: 'Active', align: 'right' },
  { header: 'Delayed', align: 'right' },
  { header: 'Failed', align: 'right' },
  { header: 'Oldest', align: 'right' },
  { header: '24 h' },
] as const;

/** Queues that a table shows even if they are idle. */
const least = 6;

interface QueuesPanelProps extends PanelProps {
  compact: boolean;
  /** The queue that the drawer shows. */
  selected: string | undefined;
}

/** The queues with their jobs by state: those that need attention first, those without jobs folded. */
export function QueuesPanel({ system, now, compact, selected }: QueuesPanelProps) {
  const queues = withTroubledFirst(system);
  const [unfolded, setUnfolded] = useState(false);
  const isBusy = useBusyQueues(queues, compact ? 0 : least);
  const idle = queues.filter(({ name }) => !isBusy(name));
  const shown = queues.filter(({ name }) => unfolded || isBusy(name));
  const fold = idle.length > 0 && (
    <FoldButton count={idle.length} unfolded={unfolded} onToggle={() => setUnfolded(!unfolded)} />
  );
  const props = shown.map((queue) => ({ key: queue.name, queue, now, selected: queue.name === selected }));
  return (
    <Panel title="Queues" aside={compact ? 'Jobs per hour, 24 h' : 'Jobs per hour, last 24 h'}>
      {queues.length === 0 ? (
        <PanelNote>No queue is known yet.</PanelNote>
      ) : compact ? (
        <ul aria-label="Queues">
          {props.map(({ key, ...rest }) => (
            <CompactQueue key={key} {...rest} />
          ))}
        </ul>
      ) : (
        <PanelTable label="Queues" columns={columns} template={template}>
          {props.map(({ key, ...rest }) => (
            <QueueRow key={key} {...rest} />
          ))}
        </PanelTable>
      )}
      {fold}
    </Panel>
  );
}

function withTroubledFirst({ queues, troubles }: PanelProps['system']): SystemQueue[] {
  const isTroubled = ({ name, failed, in_trouble }: SystemQueue) =>
    in_trouble || failed > 0 || troubles.some(({ subject }) => subject === name);
  return [...queues.filter(isTroubled), ...queues.filter((queue) => !isTroubled(queue))];
}

interface QueueProps {
  queue: SystemQueue;
  now: number;
  selected: boolean;
}

function QueueRow({ queue, now, selected }: QueueProps) {
  const { name, service, waiting, active, delayed, failed, in_trouble } = queue;
  return (
    <tr
      style={template}
      data-row={name}
      data-selected={selected || undefined}
      className={classNames(
        rowLook,
        'cursor-pointer hover:bg-hover has-[[data-row-open]:focus-visible]:bg-select data-selected:bg-select',
      )}
    >
      <th scope="row" className="min-w-0 truncate font-normal" title={`${name}, ${service}`}>
        <Link
          to={addressOf({ queue: name })}
          data-row-open=""
          className="mono rounded-bar font-medium text-ink text-mono outline-offset-3"
        >
          {name}
        </Link>{' '}
        <span className="text-faint">{service}</span>
      </th>
      <Count value={waiting} isLate={in_trouble} />
      <Count value={active} />
      <Count value={delayed} />
      <Count value={failed} isLate={failed > 0} />
      <td
        className={classNames(
          'mono whitespace-nowrap text-right text-mono',
          in_trouble ? 'text-warning' : 'text-muted',
        )}
      >
        <Oldest queue={queue} now={now} />
      </td>
      <td className="min-w-0">
        <Line queue={queue} />
      </td>
    </tr>
  );
}

function Count({ value, isLate = false }: { value: number; isLate?: boolean }) {
  return (
    <td
      className={classNames(
        'mono truncate text-right text-mono',
        value === 0 ? 'text-faint' : isLate ? 'text-warning' : 'text-ink',
      )}
    >
      {value.toLocaleString('en-US')}
    </td>
  );
}

function Oldest({ queue: { oldest_at }, now }: { queue: SystemQueue; now: number }) {
  if (oldest_at === null) return <EmptyValue words="None waits" />;
  return spanText(now - Date.parse(oldest_at));
}

function Line({ queue: { per_hour, in_trouble } }: { queue: SystemQueue }) {
  return <Sparkline values={per_hour} tone={in_trouble ? 'warning' : 'faint'} width={96} height={22} />;
}

function CompactQueue({ queue, now, selected }: QueueProps) {
  const { name, waiting, active, delayed, failed, oldest_at, in_trouble } = queue;
  const texts = [
    waiting > 0 && `${waiting} waiting`,
    active > 0 && `${active} active`,
    delayed > 0 && `${delayed} delayed`,
    oldest_at !== null && `oldest ${spanText(now - Date.parse(oldest_at))}`,
  ].filter((text) => text !== false);
  return (
    <li data-row={name} className="border-hairline not-last:border-b">
      <Link
        to={addressOf({ queue: name })}
        data-row-open=""
        aria-current={selected || undefined}
        className={classNames(phoneRowLook, '-outline-offset-2 hover:bg-hover')}
      >
        <span className="min-w-0 grow">
          <span className="mono block truncate text-ink text-ui">{name}</span>
          <span className={classNames('mt-0.5 block truncate text-ui', in_trouble ? 'text-warning' : 'text-muted')}>
            {texts.join(' · ') || (failed === 0 && 'Idle')}
            {failed > 0 && (
              <>
                {texts.length > 0 && ' · '}
                <span className="text-warning">{failed} failed</span>
              </>
            )}
          </span>
        </span>
        <span className="shrink-0">
          <Line queue={queue} />
        </span>
      </Link>
    </li>
  );
}

interface FoldButtonProps {
  count: number;
  unfolded: boolean;
  onToggle: () => void;
}

function FoldButton({ count, unfolded, onToggle }: FoldButtonProps) {
  return (
    <button
      type="button"
      aria-expanded={unfolded}
      onClick={onToggle}
      className="-outline-offset-2 flex h-10 w-full cursor-pointer items-center justify-between border-hairline border-t px-5 text-muted text-ui hover:text-ink max-md:h-11 max-md:px-4"
    >
      {countText(count, 'idle queue')}
      <ChevronDown
        aria-hidden
        size={16}
        strokeWidth={1.75}
        className={classNames('text-faint transition-transform', unfolded && 'rotate-180')}
      />
    </button>
  );
}
