import { searchLimit } from '@docfolio/contracts/list';
import { classNames } from '@docfolio/ui/class-names';
import { SearchInput } from '@docfolio/ui/search-input';
import { Select, type SelectOption } from '@docfolio/ui/select';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ListState } from './use-list-state.js';

/** Milliseconds without a key before a search is sent. */
const searchPause = 250;

export interface ListFilter {
  /** Of the list's query. */
  name: string;
  /** For screen readers: 'Status'. */
  label: string;
  /** What it says while it is off: 'All statuses'. */
  all: string;
  options: readonly SelectOption[];
}

interface RecordToolbarProps {
  list: ListState;
  /** 'Search leads' */
  label: string;
  /** The specification's words in the empty box. */
  placeholder: string;
  filters?: readonly ListFilter[];
  /** Stands after the filters. */
  children?: ReactNode;
}

/** Search and filters of a list, 32 px high over its table; on a phone the search has a row of its own. */
export function RecordToolbar({ list, label, placeholder, filters = [], children }: RecordToolbarProps) {
  const { query, change } = list;
  const [text, setText] = useSearchText(query.search, (search) => change({ search }));
  return (
    <div className="flex shrink-0 flex-wrap gap-2 px-6 pb-4 max-md:px-4">
      <SearchInput
        label={label}
        placeholder={placeholder}
        value={text}
        onValueChange={setText}
        maxLength={searchLimit}
        className="w-80 min-w-48 shrink max-lg:grow max-md:w-full max-md:grow-0"
      />
      {filters.map(({ name, label: filterLabel, all, options }) => (
        <Select
          key={name}
          size="sm"
          aria-label={filterLabel}
          emptyLabel={all}
          options={options}
          value={query[name]}
          onValueChange={(value) => change({ [name]: value })}
          className={classNames('w-33 shrink-0 max-md:w-auto max-md:min-w-0 max-md:shrink max-md:basis-0 max-md:grow')}
        />
      ))}
      {children}
    </div>
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
