import { searchLimit } from '@docfolio/contracts/core/list';
import { Button } from '@docfolio/ui/buttons/button';
import { classNames } from '@docfolio/ui/class-names';
import { useDelayed } from '@docfolio/ui/display/skeleton';
import { Spinner } from '@docfolio/ui/display/spinner';
import { Kbd } from '@docfolio/ui/keyboard/kbd';
import { ArrowDown, ArrowUp, CornerDownLeft, Search } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import type { PageLink } from '../page-links.js';
import { PaletteOption, PaletteSection } from './palette-options.js';
import type { SearchedKinds } from './searched-kinds.js';
import { type FoundRecords, findPages, usePaletteSearch } from './use-palette-search.js';

interface PaletteSearchProps {
  /** The text to search first. */
  start: string;
  onType: (text: string) => void;
  searched: SearchedKinds;
  onFollow: () => void;
  close: ReactNode;
}

/** The palette's input and results (WAI-ARIA APG, 'Editable Combobox With List Autocomplete'). */
export function PaletteSearch({ start, onType, searched, onFollow, close }: PaletteSearchProps) {
  const { kinds, retry } = searched;
  const label = `Search ${new Intl.ListFormat('en-GB').format(['pages', ...kinds.map(({ many }) => many)])}`;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState(start);
  const [chosen, setChosen] = useState<string | null>(null);
  const pages = findPages(typed.trim());
  const groups = usePaletteSearch(kinds, typed);
  const places = [...pages, ...groups.flatMap(({ records }) => records)].map(({ to }) => to);
  const active = chosen !== null && places.includes(chosen) ? chosen : places[0];
  const optionId = (to: string) => `${id}${to.replaceAll('/', '-')}`;
  const searching = useDelayed(groups.some((group) => group.searching));

  const optionProps = (to: string) => ({
    id: optionId(to),
    to,
    active: to === active,
    onPoint: () => setChosen(to),
    onFollow,
  });
  const choose = (place: number) => {
    const to = places[(place + places.length) % places.length];
    if (to === undefined) return;
    setChosen(to);
    document.getElementById(optionId(to))?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes a character (as for Japanese), the keys belong to it.
    if (active === undefined) return;
    const at = places.indexOf(active);
    if (event.key === 'ArrowDown') choose(at + 1);
    else if (event.key === 'ArrowUp') choose(at - 1);
    else if (event.key === 'Enter') document.getElementById(optionId(active))?.click();
    else return;
    event.preventDefault();
  };

  return (
    <>
      <div className="flex h-12 shrink-0 items-center gap-3 border-line border-b px-4.5 max-md:h-14 max-md:px-4">
        {searching ? (
          <Spinner size={16} className="shrink-0 text-faint" />
        ) : (
          <Search aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-faint" />
        )}
        <input
          type="text"
          role="combobox"
          aria-label={label}
          aria-autocomplete="list"
          aria-expanded={places.length > 0}
          aria-controls={`${id}list`}
          aria-activedescendant={active === undefined ? undefined : optionId(active)}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={searchLimit}
          placeholder={label}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            onType(event.target.value);
            setChosen(null);
            list.current?.scrollTo?.(0, 0);
          }}
          onKeyDown={onKeyDown}
          className="h-full min-w-0 grow bg-transparent text-body text-ink caret-accent outline-none max-md:text-input"
        />
        {close}
      </div>
      <div
        ref={list}
        id={`${id}list`}
        role="listbox"
        aria-label="Results"
        className={classNames('min-h-0 overflow-y-auto', places.length > 0 && 'py-2')}
      >
        <Results pages={pages} groups={groups} optionProps={optionProps} />
      </div>
      {retry && <Failure words="The CRM could not be loaded, so its records are not searched." onRetry={retry} />}
      <Outcome text={typed.trim()} found={places.length} groups={groups} />
      <KeyStrip />
    </>
  );
}

interface ResultsProps {
  pages: readonly PageLink[];
  groups: readonly FoundRecords[];
  optionProps: (to: string) => Omit<ComponentProps<typeof PaletteOption>, 'name'>;
}

function Results({ pages, groups, optionProps }: ResultsProps) {
  return (
    <>
      {pages.length > 0 && (
        <PaletteSection title="Pages">
          {pages.map(({ to, label, icon: Icon, goKey }) => (
            <PaletteOption
              key={to}
              {...optionProps(to)}
              icon={<Icon aria-hidden size={16} strokeWidth={1.75} />}
              name={label}
              keys={goKey && ['G', goKey.toUpperCase()]}
            />
          ))}
        </PaletteSection>
      )}
      {groups.map(
        ({ title, records }) =>
          records.length > 0 && (
            <PaletteSection key={title} title={title}>
              {records.map(({ to, name, detail, status }) => (
                <PaletteOption key={to} {...optionProps(to)} name={name} detail={detail} status={status} />
              ))}
            </PaletteSection>
          ),
      )}
    </>
  );
}

function Outcome({ text, found, groups }: { text: string; found: number; groups: readonly FoundRecords[] }) {
  const failed = groups.filter((group) => group.failed);
  const settled = text !== '' && !groups.some(({ searching }) => searching);
  return (
    <>
      {failed.map(({ title, retry }) => (
        <Failure key={title} words={`${title} could not be searched.`} onRetry={retry} />
      ))}
      <p role="status" className={settled && found === 0 && failed.length === 0 ? emptyLook : 'sr-only'}>
        {settled && (found === 0 ? `Nothing was found for “${text}”.` : `${found} found`)}
      </p>
    </>
  );
}

function Failure({ words, onRetry }: { words: string; onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="flex shrink-0 items-center gap-3 border-hairline border-t px-4.5 py-1.5 text-danger text-ui max-md:px-4"
    >
      <span className="grow">{words}</span>
      <Button size="sm" onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}

const emptyLook = 'px-4.5 py-6 text-center text-muted text-ui [overflow-wrap:anywhere]';

function KeyStrip() {
  return (
    <div
      aria-hidden="true"
      className="flex h-9 shrink-0 items-center gap-5 border-line border-t px-4.5 text-caption text-faint max-md:hidden touch:hidden"
    >
      <span className="flex items-center gap-2">
        <span className="flex gap-1">
          <Kbd>
            <ArrowUp size={12} />
          </Kbd>
          <Kbd>
            <ArrowDown size={12} />
          </Kbd>
        </span>
        Move
      </span>
      <span className="flex items-center gap-2">
        <Kbd>
          <CornerDownLeft size={12} />
        </Kbd>
        Open
      </span>
      <span className="flex items-center gap-2">
        <Kbd>Esc</Kbd>
        Close
      </span>
    </div>
  );
}
