import type { KeyboardEvent, ReactNode } from 'react';
import { classNames } from '../class-names.js';

export interface Tab<Value extends string> {
  value: Value;
  label: string;
}

export interface TabListProps<Value extends string> {
  /** Id prefix that links the tabs to their panels, unique per set of tabs: `useId()`. */
  id: string;
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
  /** All tabs control one `TabPanel`. Default: each has its own panel in `TabPanels`. */
  onePanel?: boolean;
  look?: 'chip' | 'file' | 'bar';
  className?: string;
}

const tabId = (id: string, value: string) => `${id}tab-${value}`;
const panelId = (id: string, value?: string) => (value === undefined ? `${id}panel` : `${id}panel-${value}`);

const looks = {
  chip: {
    list: 'flex flex-wrap items-center gap-1',
    tab: 'touch-target h-8 rounded-control border px-2.75 font-book text-ui max-md:h-10',
    current: 'border-accent-line bg-accent-soft text-accent',
    rest: 'border-transparent text-muted hover:bg-raised hover:text-ink',
  },
  file: {
    list: '-ml-2 flex items-stretch',
    tab: 'touch-target mono border-b px-2 text-mono focus-visible:-outline-offset-4',
    current: 'border-accent text-ink',
    rest: 'border-transparent text-muted hover:text-ink',
  },
  bar: {
    list: 'flex items-stretch gap-5',
    tab: 'touch-target -mb-px border-b-2 text-ui focus-visible:-outline-offset-4 max-md:text-button',
    current: 'border-accent font-medium text-ink',
    rest: 'border-transparent font-medium text-muted hover:text-ink',
  },
};

/** A row of tabs (ARIA pattern): a single Tab stop; arrow keys, Home and End select. */
export function TabList<Value extends string>({
  id,
  label,
  tabs,
  value,
  onValueChange,
  onePanel = false,
  look = 'chip',
  className,
}: TabListProps<Value>) {
  const { list, tab, current, rest } = looks[look];

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const place = tabs.findIndex((one) => one.value === value);
    const next = {
      ArrowRight: (place + 1) % tabs.length,
      ArrowLeft: (place - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }[event.key];
    const chosen = next === undefined ? undefined : tabs[next];
    if (!chosen) return;
    event.preventDefault();
    onValueChange(chosen.value);
    document.getElementById(tabId(id, chosen.value))?.focus();
  }

  return (
    <div role="tablist" aria-label={label} onKeyDown={onKeyDown} className={classNames(list, className)}>
      {tabs.map(({ value: own, label: text }) => (
        <button
          key={own}
          type="button"
          role="tab"
          id={tabId(id, own)}
          aria-selected={own === value}
          aria-controls={panelId(id, onePanel ? undefined : own)}
          tabIndex={own === value ? 0 : -1}
          onClick={() => onValueChange(own)}
          className={classNames(
            'shrink-0 cursor-pointer select-none whitespace-nowrap transition-colors',
            tab,
            own === value ? current : rest,
          )}
        >
          {text}
        </button>
      ))}
    </div>
  );
}

/** Panels for a TabList, stacked in one place: the highest determines the height, so that switching moves nothing. */
export function TabPanels<Value extends string>({
  id,
  value,
  panels,
}: {
  id: string;
  value: Value;
  panels: readonly { value: Value; content: ReactNode }[];
}) {
  return (
    <div className="grid">
      {panels.map(({ value: own, content }) => (
        <div
          key={own}
          role="tabpanel"
          id={panelId(id, own)}
          aria-labelledby={tabId(id, own)}
          aria-hidden={own !== value || undefined}
          className={classNames('min-w-0 [grid-area:1/1]', own !== value && 'invisible')}
        >
          {content}
        </div>
      ))}
    </div>
  );
}

export function TabPanel({
  id,
  value,
  children,
  className,
}: {
  id: string;
  value: string;
  children: ReactNode;
  className?: string;
}) {
  return (
    <div role="tabpanel" id={panelId(id)} aria-labelledby={tabId(id, value)} className={className}>
      {children}
    </div>
  );
}
