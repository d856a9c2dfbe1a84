import { leadSources } from '@docfolio/contracts/lead';
import { searchLimit } from '@docfolio/contracts/list';
import { classNames } from '@docfolio/ui/class-names';
import { leadStatuses } from '@docfolio/ui/lead-statuses';
import { SearchInput } from '@docfolio/ui/search-input';
import { Select } from '@docfolio/ui/select';
import { StatusGlyph } from '@docfolio/ui/status-glyph';
import { OctagonAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { LeadListState, useLeadListState } from './lead-list-state.js';
import { capitalised } from './lead-texts.js';

/** Milliseconds without a key before a search is sent. */
const searchPause = 250;

const statusOptions = leadStatuses.map(({ value, label, glyph, tone }) => ({
  value,
  label,
  glyph: <StatusGlyph kind={glyph} tone={tone} />,
}));
const sourceOptions = leadSources.map((source) => ({ value: source, label: capitalised(source) }));

/** Search and the two filters. */
export function LeadToolbar({
  state,
  change,
  children,
}: {
  state: LeadListState;
  change: ReturnType<typeof useLeadListState>['change'];
  /** Stands after the filters. */
  children?: ReactNode;
}) {
  const [text, setText] = useSearchText(state.search, (search) => change({ search }));
  return (
    <div className="grid shrink-0 grid-cols-[20rem_8.25rem_8.25rem_auto_1fr] gap-2 px-6 pb-4 max-md:grid-cols-2 max-md:px-4 max-lg:grid-cols-[minmax(0,1fr)_8.25rem_8.25rem_auto]">
      <SearchInput
        label="Search leads"
        placeholder="Search by name, email, or company..."
        value={text}
        onValueChange={setText}
        maxLength={searchLimit}
        className="max-md:col-span-2"
      />
      <Select
        size="sm"
        aria-label="Status"
        emptyLabel="All statuses"
        options={statusOptions}
        value={state.status}
        onValueChange={(status) => change({ status })}
      />
      <Select
        size="sm"
        aria-label="Source"
        emptyLabel="All sources"
        options={sourceOptions}
        value={state.source}
        onValueChange={(source) => change({ source })}
      />
      {children}
    </div>
  );
}

/** Quiet until it is on: what the honeypot caught stands in a list of its own. `compact`: the icon alone, for a thumb. */
export function SpamFilter({
  on,
  onChange,
  compact = false,
}: {
  on: boolean;
  onChange: (on: boolean) => void;
  compact?: boolean;
}) {
  return (
    <button
      type="button"
      aria-pressed={on}
      onClick={() => onChange(!on)}
      className={classNames(
        'touch-target inline-flex shrink-0 items-center justify-center gap-2 rounded-control border text-ui transition-[color,background-color,border-color] duration-150',
        compact ? 'size-11' : 'h-8 px-2.5',
        on ? 'border-line-strong bg-select text-ink' : 'border-transparent text-faint hover:bg-raised hover:text-ink',
      )}
    >
      <OctagonAlert aria-hidden size={16} strokeWidth={1.75} className={on ? 'text-warning' : undefined} />
      <span className={compact ? 'sr-only' : undefined}>Spam</span>
    </button>
  );
}

/** The text of the search box, and `send` called once the typing pauses; a text from elsewhere (Back, Clear) wins. */
function useSearchText(sent: string | undefined, send: (text: string) => void) {
  const [text, setText] = useState(sent ?? '');
  const latest = useRef({ sent, send });
  useEffect(() => {
    const typed = latest.current.sent;
    latest.current = { sent, send };
    if (typed !== sent) setText((shown) => (shown.trim() === (sent ?? '') ? shown : (sent ?? '')));
  }, [sent, send]);
  useEffect(() => {
    if (text.trim() === (latest.current.sent ?? '')) return;
    const timer = setTimeout(() => latest.current.send(text.trim()), text === '' ? 0 : searchPause);
    return () => clearTimeout(timer);
  }, [text]);
  return [text, setText] as const;
}
