import { exactTimeOf, timeOf } from '@docfolio/admin/records/record-texts';
import type { SystemBackups } from '@docfolio/contracts/entities/system';
import { Button } from '@docfolio/ui/buttons/button';
import { CopyButton } from '@docfolio/ui/buttons/copy-button';
import { EmptyValue } from '@docfolio/ui/display/empty-value';
import { StatusGlyph } from '@docfolio/ui/display/status-glyph';
import { CircleAlert, HardDriveDownload, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { BackupProgress } from './backup-progress.js';
import { Panel } from './panel.js';
import { dayText, hourMs, sizeText, spanText } from './system-texts.js';
import type { BackupActions } from './use-backup-actions.js';

/** Age in ms from which a backup is too old: a day, and time for making it. */
const oldAge = 26 * hourMs;
const command = 'npm run docfolio -- backup --encrypt';

interface BackupsPanelProps {
  backups: SystemBackups;
  actions: BackupActions;
  now: number;
}

/** The last backup and the next one, with buttons that make and check one if the platform does so on request. */
export function BackupsPanel({ backups, actions, now }: BackupsPanelProps) {
  const { last, verified_at, next_at, failure, running, on_request } = backups;
  const age = last && now - Date.parse(last.at);
  const work = running ? (actions.busy ?? 'backup') : actions.busy;
  return (
    <Panel
      title="Backups"
      aside={
        on_request &&
        last && (
          <Button
            size="xs"
            variant="ghost"
            className="-mr-2.25"
            busy={actions.busy === 'verify'}
            disabled={running !== null && actions.busy !== 'verify'}
            onClick={() => actions.start('verify')}
          >
            Verify
          </Button>
        )
      }
    >
      <div className="px-5 pt-3 pb-5 max-md:px-4">
        <dl className="text-ui">
          <Row name="Last">{last ? <When at={last.at} now={now} /> : <span className="text-muted">Never</span>}</Row>
          <Row name="Size">
            {last ? <span className="mono text-mono">{sizeText(last.bytes)}</span> : <EmptyValue words="None" />}
          </Row>
          <Row name="Age">
            {age === null ? (
              <EmptyValue words="None" />
            ) : age > oldAge ? (
              <span className="inline-flex items-center gap-1.5 text-warning">
                <TriangleAlert aria-hidden size={14} strokeWidth={1.75} />
                <span className="mono text-mono">{spanText(age)}</span>
                <span className="sr-only">, too old</span>
              </span>
            ) : (
              <span className="mono text-mono">{spanText(age)}</span>
            )}
          </Row>
          <Row name="Verified">
            {verified_at === null ? (
              <span className="text-muted">Never</span>
            ) : (
              <span className="inline-flex items-center gap-2.5">
                <StatusGlyph kind="check" tone="success" />
                <When at={verified_at} now={now} />
              </span>
            )}
          </Row>
          <Row name="Next">
            {next_at === null ? (
              <span className="text-muted">No schedule</span>
            ) : (
              <span className="text-muted">
                <When at={next_at} now={now} />
              </span>
            )}
          </Row>
        </dl>
        {failure && !running && <FailureNote failure={failure} now={now} />}
        <BackupProgress running={running} work={work} result={actions.result} />
        {on_request ? (
          <Button
            size="sm"
            className="mt-2.5 w-full max-md:h-11"
            icon={<HardDriveDownload aria-hidden size={16} strokeWidth={1.75} />}
            busy={work !== undefined}
            onClick={() => actions.start('backup')}
          >
            {work === undefined ? 'Back up now' : work === 'verify' ? 'Verifying' : 'Backing up'}
          </Button>
        ) : (
          <CommandNote />
        )}
      </div>
    </Panel>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-7 items-center justify-between gap-3">
      <dt className="text-faint">{name}</dt>
      <dd className="min-w-0 text-right text-ink">{children}</dd>
    </div>
  );
}

function When({ at, now }: { at: string; now: number }) {
  return (
    <time dateTime={at} title={exactTimeOf(at)}>
      {dayText(at, now)} <span className="mono text-mono">{timeOf(at)}</span>
    </time>
  );
}

function FailureNote({
  failure: { at, message },
  now,
}: {
  failure: NonNullable<SystemBackups['failure']>;
  now: number;
}) {
  return (
    <div className="mt-3 flex gap-2 rounded-note border border-warning-line bg-warning-soft px-3 py-2.5 text-ui">
      <CircleAlert aria-hidden size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-warning" />
      <div className="min-w-0">
        <p className="font-medium text-ink">
          The attempt of <When at={at} now={now} /> failed
        </p>
        <p className="text-muted [overflow-wrap:anywhere]">{message}</p>
      </div>
    </div>
  );
}

function CommandNote() {
  return (
    <p className="mt-3 flex items-center gap-1 text-muted text-ui">
      <span className="min-w-0">
        Backups are made by a command: <code className="mono break-words text-ink text-mono">{command}</code>
      </span>
      <CopyButton text={command} label="Copy the command" className="-mr-2" />
    </p>
  );
}
