import { humanSize } from '@docfolio/admin/records/human-size';
import type { BuildCheck, BuildSummary } from '@docfolio/contracts/entities/remote';
import { Button } from '@docfolio/ui/buttons/button';
import { StatusGlyph } from '@docfolio/ui/display/status-glyph';
import { format } from 'date-fns';
import { CloudOff } from 'lucide-react';
import { shortHash } from './deployment-texts.js';

interface CompatibilityProps {
  /** The result; undefined while the check runs or if it failed. */
  check: BuildCheck | undefined;
  checkedAt: number;
  checking: boolean;
  failed: boolean;
  onCheckAgain: () => void;
  summary: BuildSummary | undefined;
}

/** The box with the checks of a build before its promotion. A refused build has a RefusalBox in its place. */
export function Compatibility({ check, checkedAt, checking, failed, onCheckAgain, summary }: CompatibilityProps) {
  const facts = [
    ['Contract hash matches the shell', check && shortHash(check.contract.build)],
    ['Build is signed', check && summary?.key_id],
    ['All files are intact', check && summary && humanSize(summary.size)],
  ] as const;
  return (
    <section aria-label="Compatibility" className="rounded-note border border-line px-3 py-2 text-ui">
      <div className="flex h-7 items-center justify-between gap-3">
        <h3 className="font-medium text-ink">Compatibility</h3>
        <span role="status" className="text-caption text-faint">
          {checking ? 'Checking' : check && <>Checked {<Clock at={checkedAt} />}</>}
        </span>
      </div>
      {failed ? (
        <div role="alert" className="flex min-h-11 items-center gap-2 text-danger">
          <CloudOff aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
          The build could not be checked.
          <Button size="xs" busy={checking} onClick={onCheckAgain}>
            Check again
          </Button>
        </div>
      ) : (
        <ul>
          {facts.map(([words, fact]) => (
            <li key={words} className="flex h-7 items-center gap-2">
              <StatusGlyph kind="check" tone="success" saving={checking || !check} />
              <span className={check && !checking ? 'text-ink' : 'text-muted'}>{words}</span>
              <span className="mono ml-auto text-faint text-mono">{!checking && fact}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Clock({ at }: { at: number }) {
  return <span className="mono text-mono">{format(new Date(at), 'HH:mm')}</span>;
}
