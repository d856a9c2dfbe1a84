import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ListFilter } from './list-filters.js';
import { reloadLists } from './record-cache.js';
import { type CrmRecord, capitalised, type RecordKind } from './record-kind.js';
import { useFormRoute } from './use-form-route.js';
import { type ListShape, useListState } from './use-list-state.js';
import { useOpenRecord } from './use-open-record.js';
import { useRecordActions, useRecordPatch } from './use-record-actions.js';
import { useRecordList } from './use-record-list.js';
import { useStableHandler } from './use-stable-handler.js';

interface RecordPageOptions {
  /** The default first. `sorts`, `filters` and `parameters` must be the same objects in each render. */
  sorts: readonly string[];
  filters?: readonly ListFilter[];
  /** Further parameters that the URL may have, with their values. */
  parameters?: ListShape['filters'];
}

const none: readonly never[] = [];

/** Returns the state of a list page: rows, search and filters, the open record, and actions on records. */
export function useRecordPage<R extends CrmRecord>(kind: RecordKind<R>, options: RecordPageOptions) {
  const { sorts, filters = none, parameters } = options;
  const client = useQueryClient();
  const shape = useMemo(() => {
    const choices = filters.map(({ name, options }) => [name, options.map(({ value }) => value)]);
    return { sorts, filters: { ...Object.fromEntries(choices), ...parameters } };
  }, [sorts, filters, parameters]);
  const state = useListState(shape);
  const form = useFormRoute();
  const status = useRecordPatch(kind);
  const setStatus = useStableHandler((record: R, value: string) => {
    const words = {
      done: `${capitalised(kind.one)} status updated successfully`,
      failed: `Failed to update ${kind.one} status`,
    };
    status.patch(record, { status: value } as object, words, () => void reloadLists(client, kind));
  });
  return {
    ...useRecordActions(kind),
    kind,
    filters,
    state,
    form,
    list: useRecordList(kind, state.query),
    opened: useOpenRecord(kind),
    edit: useStableHandler((record: R) => form.openEdit(record.id)),
    /** Ids of records whose status `patchStatus` is saving. */
    saving: status.busy,
    patchStatus: status.patch,
    setStatus,
  };
}

export type RecordPageState<R extends CrmRecord> = ReturnType<typeof useRecordPage<R>>;
