import { exactTimeOf } from '@docfolio/admin/records/record-texts';
import type { SystemProcess } from '@docfolio/contracts/entities/system';
import { classNames } from '@docfolio/ui/class-names';
import { EmptyValue } from '@docfolio/ui/display/empty-value';
import { type Status, StatusLabel } from '@docfolio/ui/display/status-glyph';
import type { CSSProperties } from 'react';
import { CapacityBar, Panel, PanelNote, PanelTable, phoneRowLook, rowLook } from './panel.js';
import { countText, memoryText, minuteMs, sizeText, spanText } from './system-texts.js';
import type { PanelProps } from './use-system.js';

const template: CSSProperties = { gridTemplateColumns: 'minmax(0, 1fr) 128px 56px 92px 150px 96px' };
const columns = [
  { header: 'Name' },
  { header: 'Version' },
  { header: 'Replicas', align: 'right' },
  { header: 'Uptime', align: 'right' },
  { header: 'Memory' },
  { header: 'Health' },
] as const;

const healths: Readonly<Record<SystemProcess['health'], Status>> = {
  healthy: { value: 'healthy', label: 'Healthy', glyph: 'check', tone: 'success' },
  degraded: { value: 'degraded', label: 'Degraded', glyph: 'half', tone: 'warning' },
  starting: { value: 'starting', label: 'Starting', glyph: 'dashed', tone: 'faint' },
  down: { value: 'down', label: 'Down', glyph: 'cross', tone: 'danger' },
};

/** The processes of the platform with version, uptime, memory and health. */
export function ProcessesPanel({ system: { processes }, now, compact }: PanelProps & { compact: boolean }) {
  const replicas = processes.reduce((sum, process) => sum + process.replicas, 0);
  const props = processes.map((process) => ({ key: process.name, process, now }));
  return (
    <Panel title="Processes" aside={<OutboxText processes={processes} now={now} replicas={replicas} />}>
      {processes.length === 0 ? (
        <PanelNote>No process has reported yet.</PanelNote>
      ) : compact ? (
        <ul aria-label="Processes">
          {props.map(({ key, ...rest }) => (
            <CompactProcess key={key} {...rest} />
          ))}
        </ul>
      ) : (
        <PanelTable label="Processes" columns={columns} template={template}>
          {props.map(({ key, ...rest }) => (
            <ProcessRow key={key} {...rest} />
          ))}
        </PanelTable>
      )}
    </Panel>
  );
}

interface ProcessProps {
  process: SystemProcess;
  now: number;
}

function ProcessRow({ process, now }: ProcessProps) {
  const { name, replicas, memory } = process;
  return (
    <tr style={template} className={rowLook}>
      <th scope="row" className="min-w-0 truncate font-book text-ink">
        {name}
      </th>
      <td className="mono min-w-0 truncate text-mono text-muted">
        <Versions process={process} />
      </td>
      <td className="mono text-right text-mono text-muted">{replicas}</td>
      <td className="mono whitespace-nowrap text-right text-mono text-muted">
        <Uptime process={process} now={now} />
      </td>
      <td className="flex min-w-0 items-center gap-2.5">
        <CapacityBar share={memory?.limit ? memory.used / memory.limit : 0} className="w-12 shrink-0" />
        <span className="mono truncate text-mono text-muted">
          {memory ? memoryText(memory) : <EmptyValue words="Not known" />}
        </span>
      </td>
      <td className="min-w-0">
        <Health process={process} />
      </td>
    </tr>
  );
}

function CompactProcess({ process, now }: ProcessProps) {
  const { name, replicas, memory } = process;
  return (
    <li className={phoneRowLook}>
      <span className="min-w-0 grow">
        <span className="block truncate text-button text-ink">{name}</span>
        <span className="mono mt-0.5 block truncate text-faint text-mono">
          {replicas}× · <Uptime process={process} now={now} />
          {memory && ` · ${sizeText(memory.used)}`}
        </span>
      </span>
      <Health process={process} />
    </li>
  );
}

function Versions({ process: { versions } }: { process: SystemProcess }) {
  const [first, ...others] = versions;
  if (first === undefined) return <EmptyValue words="None runs" />;
  return (
    <span title={versions.join(', ')}>
      {first}
      {others.length > 0 && <span className="text-faint"> +{others.length}</span>}
    </span>
  );
}

function Uptime({ process: { started_at }, now }: ProcessProps) {
  if (started_at === null) return <EmptyValue words="None runs" />;
  return (
    <time dateTime={started_at} title={`Since ${exactTimeOf(started_at)}`}>
      {spanText(now - Date.parse(started_at))}
    </time>
  );
}

function Health({ process: { health, missing } }: { process: SystemProcess }) {
  return (
    <span title={missing.length > 0 ? `Without ${missing.join(', ')}` : undefined} className="block shrink-0">
      <StatusLabel status={healths[health]} />
      {missing.length > 0 && <span className="sr-only">, without {missing.join(', ')}</span>}
    </span>
  );
}

/** Time in ms after which an event should have been published. */
const outboxLimit = 5 * minuteMs;

/** The number of replicas, and the events that are not published yet, if there are any. */
function OutboxText({
  processes,
  replicas,
  now,
}: {
  processes: readonly SystemProcess[];
  replicas: number;
  now: number;
}) {
  const late = processes.flatMap(({ name, outbox }) => (outbox && outbox.waiting > 0 ? [{ name, ...outbox }] : []));
  const waiting = late.reduce((sum, outbox) => sum + outbox.waiting, 0);
  const oldest = late.flatMap(({ oldest_at }) => oldest_at ?? []).sort()[0];
  const age = oldest === undefined ? 0 : now - Date.parse(oldest);
  return (
    <span className="block truncate">
      {waiting > 0 && (
        <span
          title={late.map(({ name, waiting: own }) => `${name}: ${own}`).join(', ')}
          className={classNames(age > outboxLimit && 'text-warning')}
        >
          {countText(waiting, 'event')} in the outbox{oldest !== undefined && `, oldest ${spanText(age)}`}
          {' · '}
        </span>
      )}
      {countText(replicas, 'replica')}
    </span>
  );
}
