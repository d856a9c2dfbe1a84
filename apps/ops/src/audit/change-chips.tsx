import type { AuditChange, AuditEntry, AuditValue } from '@docfolio/contracts/entities/audit';
import { StatusGlyph } from '@docfolio/ui/display/status-glyph';
import { ArrowRight } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { fieldLabel, noteOf, statusOf, valueText } from './audit-texts.js';

/** The changes of an entry as chips in one line. Those that do not fit whole are counted: `+2`. */
export function ChangeChips({ entry }: { entry: AuditEntry }) {
  const { changes, outcome } = entry;
  const line = useRef<HTMLUListElement>(null);
  const [hidden, setHidden] = useState(0);
  useLayoutEffect(() => {
    const list = line.current;
    if (!list) return;
    const count = () => {
      const chips = [...list.children] as HTMLElement[];
      const top = chips[0]?.offsetTop;
      setHidden(chips.filter((chip) => chip.offsetTop !== top).length);
    };
    const observer = new ResizeObserver(count);
    observer.observe(list);
    count();
    return () => observer.disconnect();
  }, []);
  if (changes.length === 0 || outcome !== 'done') return <Note entry={entry} />;
  return (
    <span className="flex min-w-0 items-center gap-2">
      {/* Chips that do not fit wrap below the only visible line. */}
      <ul ref={line} className="flex h-6 min-w-0 flex-wrap gap-2 overflow-hidden">
        {changes.map((change) => (
          <li key={change.field} className="max-w-full">
            <ChangeChip entry={entry} change={change} />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <span className="mono inline-flex h-6 shrink-0 items-center rounded-[5px] border border-line px-2 text-faint text-mono">
          +{hidden}
        </span>
      )}
    </span>
  );
}

export function Note({ entry }: { entry: AuditEntry }) {
  const text = noteOf(entry);
  if (text === null) return null;
  return <span className={entry.outcome === 'done' ? 'text-faint' : 'text-warning'}>{text}</span>;
}

function ChangeChip({ entry, change }: { entry: AuditEntry; change: AuditChange }) {
  const { before, after } = change;
  return (
    <span className="inline-flex h-6 max-w-full items-center gap-1.5 whitespace-nowrap rounded-[5px] border border-line px-2">
      <span className="mono shrink-0 text-faint text-mono">{fieldLabel(change)}</span>
      {entry.erased ? (
        <span className="text-faint">erased</span>
      ) : (
        <>
          {(before !== null || entry.act !== 'created') && (
            <>
              <ValueText entry={entry} field={change.field} value={before} className="max-w-30 text-muted" />
              <ArrowRight aria-hidden size={12} strokeWidth={1.75} className="shrink-0 text-faint" />
              <span className="sr-only">to</span>
            </>
          )}
          <ValueText entry={entry} field={change.field} value={after} className="max-w-37.5 text-ink" />
        </>
      )}
    </span>
  );
}

interface ValueTextProps {
  entry: AuditEntry;
  field: string;
  value: AuditValue;
  className: string;
}

/** A value; one of a status with its glyph, an empty one as 'empty'. */
function ValueText({ entry, field, value, className }: ValueTextProps) {
  const status = statusOf(entry.kind, field, value);
  const text = status?.label ?? valueText(value);
  if (text === null) return <span className="shrink-0 text-faint">empty</span>;
  return (
    <>
      {status && <StatusGlyph kind={status.glyph} tone={status.tone} />}
      <span className={`${typeof value === 'number' ? 'mono text-mono ' : ''}min-w-0 truncate ${className}`}>
        {text}
      </span>
    </>
  );
}
