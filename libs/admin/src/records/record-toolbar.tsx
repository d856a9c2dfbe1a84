import { searchLimit } from '@docfolio/contracts/core/list';
import { classNames } from '@docfolio/ui/class-names';
import { LazySelect } from '@docfolio/ui/forms/lazy-select';
import { SearchInput } from '@docfolio/ui/forms/search-input';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ListFilter } from './list-filters.js';
import type { CrmRecord, RecordKind } from './record-kind.js';
import type { ListState } from './use-list-state.js';

/** Debounce of a typed search in ms; an emptied field is searched immediately. */
const searchDebounce = 250;

interface RecordToolbarProps<R extends CrmRecord> {
  kind: Pick<RecordKind<R>, 'many'>;
  list: ListState;
  /** Default: 'Search clients...'. */
  placeholder?: string;
  filters?: readonly ListFilter[];
  children?: ReactNode;
}

/** A search box and filters, which change the list's state in the URL. */
export function RecordToolbar<R extends CrmRecord>(props: RecordToolbarProps<R>) {
  const { kind, list, placeholder = `Search ${kind.many}...`, filters = [], children } = props;
  const { query, change } = list;
  const [text, setText] = useSearchText(query.search, (search) => change({ search }));
  return (
    <div className="flex shrink-0 flex-wrap gap-2 px-6 pb-4 max-md:px-4">
      <SearchInput
        label={`Search ${kind.many}`}
        placeholder={placeholder}
        value={text}
        onValueChange={setText}
        maxLength={searchLimit}
        className="w-80 min-w-48 shrink max-lg:grow max-md:w-full max-md:grow-0"
      />
      {filters.map(({ name, label: filterLabel, all, options }) => (
        <div
          key={name}
          className={classNames(
            'w-33 shrink-0 max-md:w-auto max-md:min-w-0 max-md:shrink max-md:grow',
            // More than three do not fit beside each other on a phone.
            filters.length > 3 ? 'max-md:basis-2/5' : 'max-md:basis-0',
          )}
        >
          <LazySelect
            size="sm"
            aria-label={filterLabel}
            emptyLabel={all}
            options={options}
            value={query[name]}
            onValueChange={(value) => change({ [name]: value })}
          />
        </div>
      ))}
      {children}
    </div>
  );
}

/** Returns text and setter, and sends the trimmed text after a delay. Another search in the URL replaces the text. */
function useSearchText(sent = '', send: (text: string) => void) {
  const [text, setText] = useState(sent);
  // The search in the URL, then those that were sent since.
  const asked = useRef([sent]);
  const latestSend = useRef(send);
  useEffect(() => {
    latestSend.current = send;
  }, [send]);
  useEffect(() => {
    const own = asked.current.indexOf(sent);
    asked.current = own < 0 ? [sent] : asked.current.slice(own);
    if (own < 0) setText(sent);
  }, [sent]);
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === asked.current.at(-1)) return;
    const timer = setTimeout(
      () => {
        asked.current.push(wanted);
        latestSend.current(wanted);
      },
      text === '' ? 0 : searchDebounce,
    );
    return () => clearTimeout(timer);
  }, [text]);
  return [text, setText] as const;
}
