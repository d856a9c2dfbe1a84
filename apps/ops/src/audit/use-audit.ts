import { addressNow } from '@docfolio/admin/records/address-now';
import type { ListFilter } from '@docfolio/admin/records/list-filters';
import { totalText } from '@docfolio/admin/records/record-texts';
import type { ListState } from '@docfolio/admin/records/use-list-state';
import { useStableHandler } from '@docfolio/admin/records/use-stable-handler';
import { infiniteListOf, queryOf } from '@docfolio/api-client/query';
import { searchLimit } from '@docfolio/contracts/core/list';
import type { CallInput } from '@docfolio/contracts/core/operation';
import { type AuditEntry, audit, auditActs } from '@docfolio/contracts/entities/audit';
import { useNavigate, useSearchParams } from '@docfolio/federation/router';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { acts, kindLabel } from './audit-texts.js';

const dayMs = 24 * 60 * 60 * 1_000;
const sort = '-created_at';
const names = ['search', 'who', 'act', 'kind', 'record', 'days'] as const;
const periods = [1, 7, 30, 90].map((days) => ({
  value: String(days),
  label: days === 1 ? 'Last 24 hours' : `Last ${days} days`,
}));

/** Reads and changes search and filters in the URL. Any id of a user or record is a filter: entries outlive both. */
export function useAuditState(): ListState {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const query = useMemo(() => {
    const set = names.flatMap((name) => {
      const value = params.get(name)?.trim().slice(0, searchLimit);
      const isValid =
        (name !== 'act' || auditActs.some((act) => act === value)) &&
        (name !== 'days' || periods.some((period) => period.value === value));
      return value && isValid ? [[name, value] as const] : [];
    });
    return { ...Object.fromEntries(set), sort } as ListState['query'];
  }, [params]);
  const change = useStableHandler((changes: Readonly<Record<string, string | undefined>>) => {
    const { pathname, search } = addressNow();
    const after = new URLSearchParams(search);
    for (const [name, value] of Object.entries(changes))
      if (value) after.set(name, value);
      else after.delete(name);
    const typing = Object.keys(changes).every((name) => name === 'search') && new URLSearchParams(search).has('search');
    navigate({ pathname, search: after.toString() }, { replace: typing });
  });
  const clear = useStableHandler(() => change(Object.fromEntries(names.map((name) => [name, undefined]))));
  return { query, narrowed: Object.keys(query).length > 1, change, clear };
}

/** Returns the query of the server: a period becomes the time at which it began, to the hour. */
export function auditQueryOf({ days, ...set }: ListState['query']): CallInput<typeof audit.export> {
  const query = set as CallInput<typeof audit.export>;
  if (days === undefined) return query;
  const hour = 60 * 60 * 1_000;
  const now = Math.floor(Date.now() / hour) * hour;
  return { ...query, from: new Date(now - Number(days) * dayMs).toISOString() };
}

/** Loads entries by page. */
export function useAuditList(state: ListState) {
  const list = useInfiniteQuery({
    ...infiniteListOf(audit.list, auditQueryOf(state.query)),
    placeholderData: keepPreviousData,
  });
  const rows = useMemo(() => {
    const byId = new Map<string, AuditEntry>();
    for (const page of list.data?.pages ?? []) for (const entry of page.items) byId.set(entry.id, entry);
    return list.data && [...byId.values()];
  }, [list.data]);
  const newest = list.data?.pages.at(-1);
  return { ...list, rows, total: newest && totalText(newest) };
}

/** Loads the choices of the filters, and the days for which entries are stored. */
export function useAuditOptions() {
  const { data } = useQuery({ ...queryOf(audit.options, {}), staleTime: 60_000 });
  const filters = useMemo((): readonly ListFilter[] => {
    const people = data?.people.map(({ who, name }) => ({ value: who, label: name })) ?? [];
    const kinds = new Map(data?.kinds.map((kind) => [kindLabel(kind), kind]));
    return [
      {
        name: 'who',
        label: 'Who',
        all: 'Everyone',
        options: [...people, { value: 'website', label: 'Website' }, { value: 'automatic', label: 'Automatic' }],
      },
      {
        name: 'act',
        label: 'Operation',
        all: 'All operations',
        options: auditActs.map((act) => ({ value: act, label: acts[act].label })),
      },
      {
        name: 'kind',
        label: 'Kind of record',
        all: 'All records',
        options: [...kinds].sort().map(([label, value]) => ({ value, label })),
      },
      { name: 'days', label: 'Time', all: 'Any time', options: periods },
    ];
  }, [data]);
  return { filters, days: data?.days };
}
