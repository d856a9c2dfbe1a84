import { exactTimeOf, shortDayOf, shortMinuteOf } from '@docfolio/admin/records/record-texts';
import { Dot } from '@docfolio/admin/records/time-text';
import { Link } from '@docfolio/federation/router';
import { Button } from '@docfolio/ui/buttons/button';
import { ConfirmDialog } from '@docfolio/ui/overlays/confirm-dialog';
import { ChevronRight, CloudOff } from 'lucide-react';
import { useState } from 'react';
import { Panel, PanelNote, phoneRowLook, RowSkeletons } from './panel.js';
import { addressOf } from './system-address.js';
import type { Letter, Letters } from './use-letters.js';
import type { RetryAll } from './use-retry-all.js';

/** Letters that the panel shows; the others are on the page of what needs attention. */
const limit = 6;

interface DeadLettersPanelProps {
  letters: Letters;
  total: number;
  compact: boolean;
  retryAll: RetryAll;
}

/** Emails, forms and jobs that failed for good, each with a way to correct or repeat it. */
export function DeadLettersPanel({ letters: all, total, compact, retryAll }: DeadLettersPanelProps) {
  const [asking, setAsking] = useState(false);
  const { letters, isLoading, isFailed } = all;
  const count = Math.max(total, letters.length);
  const shown = letters.slice(0, limit);
  const Row = compact ? CompactLetter : LetterRow;
  return (
    <Panel
      title="Dead letters"
      count={count > 0 && <span className="mono text-mono text-warning">{count.toLocaleString('en-US')}</span>}
      aside={
        retryAll.count > 0 && (
          <Button size="xs" variant="ghost" className="-mr-2.25" busy={retryAll.busy} onClick={() => setAsking(true)}>
            Retry all
          </Button>
        )
      }
    >
      {isFailed && (
        <div
          role="alert"
          className="flex flex-wrap items-center gap-x-3 gap-y-1 px-5 py-2 text-danger text-ui max-md:px-4"
        >
          <CloudOff aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
          Some could not be loaded.
          <Button size="xs" busy={all.isRetrying} onClick={all.retry}>
            Retry
          </Button>
        </div>
      )}
      {shown.length > 0 ? (
        <ul aria-label="Dead letters">
          {shown.map((letter) => (
            <Row key={letter.key} letter={letter} />
          ))}
        </ul>
      ) : isLoading ? (
        <RowSkeletons count={1} height="h-14 max-md:h-17" />
      ) : (
        !isFailed && <PanelNote>Nothing failed for good.</PanelNote>
      )}
      {count > shown.length && shown.length > 0 && (
        <Link
          to="/admin/attention"
          className="-outline-offset-2 flex h-10 items-center justify-between border-hairline border-t px-5 text-muted text-ui hover:text-ink max-md:h-11 max-md:px-4"
        >
          Show all emails and forms
          <ChevronRight aria-hidden size={16} strokeWidth={1.75} className="text-faint" />
        </Link>
      )}
      <ConfirmDialog
        open={asking}
        title={`Retry ${retryAll.count === 1 ? 'it' : `all ${retryAll.count}`} now?`}
        detail="Failed emails and jobs run again. Refused forms stay: they need a correction first."
        confirm="Retry all"
        variant="primary"
        busy={retryAll.busy}
        onCancel={() => setAsking(false)}
        onConfirm={() => retryAll.run(() => setAsking(false))}
      />
    </Panel>
  );
}

function LetterRow({ letter: { key, at, place, title, reason, opens } }: { letter: Letter }) {
  return (
    <li data-row={key} className="border-hairline not-last:border-b">
      <Link
        to={addressOf(opens)}
        data-row-open=""
        className="-outline-offset-2 flex min-h-14 items-center gap-3 px-5 py-2 text-ui hover:bg-hover"
      >
        <span className="min-w-0 grow">
          <span className="flex items-baseline justify-between gap-3">
            <span className="mono truncate text-ink text-mono">{place}</span>
            <time dateTime={at} title={exactTimeOf(at)} className="mono shrink-0 text-faint text-mono">
              {shortMinuteOf(at)}
            </time>
          </span>
          <span className="mt-0.5 block truncate text-caption text-ink" title={`${title}: ${reason}`}>
            {title}
            <span className="text-muted"> · {reason}</span>
          </span>
        </span>
        <ChevronRight aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-faint" />
      </Link>
    </li>
  );
}

function CompactLetter({ letter: { key, at, title, reason, opens } }: { letter: Letter }) {
  return (
    <li data-row={key} className="border-hairline not-last:border-b">
      <Link to={addressOf(opens)} data-row-open="" className={`${phoneRowLook} -outline-offset-2 hover:bg-hover`}>
        <span className="min-w-0 grow">
          <span className="block truncate text-button text-ink">{title}</span>
          <span className="mt-0.5 block truncate text-muted text-ui">
            <time dateTime={at} title={exactTimeOf(at)} className="mono text-mono">
              {shortDayOf(at)}
            </time>
            <Dot />
            {reason}
          </span>
        </span>
        <ChevronRight aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-faint" />
      </Link>
    </li>
  );
}
