import type { SystemBackups } from '@docfolio/contracts/entities/system';
import { StatusGlyph } from '@docfolio/ui/display/status-glyph';
import type { BackupActions, BackupWork } from './use-backup-actions.js';

type Running = NonNullable<SystemBackups['running']>;

const steps: Readonly<Record<Running['step'], string>> = {
  starting: 'Preparing',
  documents: 'Writing the records',
  objects: 'Writing the images and files',
  jobs: 'Writing the waiting work',
  verifying: 'Reading the backup back',
};

const results = {
  backup: { done: 'Backed up just now', failed: 'The backup failed' },
  verify: { done: 'The backup is whole', failed: 'The backup could not be verified' },
};

interface BackupProgressProps {
  running: Running | null;
  work: BackupWork | undefined;
  result: BackupActions['result'];
}

/** The progress of a running backup, and the result of one that this page has started. */
export function BackupProgress({ running, work, result }: BackupProgressProps) {
  const outcome = work === undefined && result?.result ? result.result : undefined;
  const text = outcome && result ? results[result.work][outcome] : '';
  return (
    <>
      {running && <Bar running={running} />}
      {outcome && (
        <p className="mt-3 flex items-center gap-2 text-ink text-ui">
          <StatusGlyph kind={outcome === 'done' ? 'check' : 'cross'} tone={outcome === 'done' ? 'success' : 'danger'} />
          {text}
        </p>
      )}
      <span role="status" className="sr-only">
        {running
          ? `${work === 'verify' ? 'Verifying' : 'Backing up'}, ${milestoneOf(running)} %`
          : outcome && `${text}, 100 %`}
      </span>
    </>
  );
}

/** Progress is announced at 0 %, 50 % and at its end only. */
const milestoneOf = ({ percent }: Running) => (percent !== null && percent >= 50 ? 50 : 0);

function Bar({ running: { step, percent } }: { running: Running }) {
  return (
    <div className="mt-3">
      <p className="flex items-baseline justify-between gap-3 text-caption text-muted">
        {steps[step]}
        {percent !== null && <span className="mono text-ink text-mono">{percent} %</span>}
      </p>
      <div
        role="progressbar"
        aria-label="Backup"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent ?? undefined}
        className="mt-1.5 h-1 overflow-hidden rounded-[2px] bg-select"
      >
        {percent === null ? (
          <div className="h-full w-1/4 animate-pass bg-fill motion-reduce:w-full motion-reduce:animate-none motion-reduce:opacity-60" />
        ) : (
          <div
            style={{ transform: `scaleX(${percent / 100})` }}
            className="h-full origin-left bg-fill transition-transform duration-150 motion-reduce:transition-none"
          />
        )}
      </div>
    </div>
  );
}
