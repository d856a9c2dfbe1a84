import { useLocation, useNavigate, useParams } from '@docfolio/federation/router';
import { addressNow } from './address-now.js';
import type { CrmRecord, RecordKind } from './record-kind.js';
import { useStableHandler } from './use-stable-handler.js';

export interface OpenRecord<R extends CrmRecord> {
  /** The record that the address opens beside the list; undefined while none is. */
  id: string | undefined;
  hrefOf: (record: R) => string;
  open: (record: R) => void;
  close: () => void;
}

/** Which record of a list is open, from the address `<path>/:id`. The list's own query stays in it. */
export function useOpenRecord<R extends CrmRecord>({ path }: RecordKind<R>): OpenRecord<R> {
  const { id } = useParams();
  const navigate = useNavigate();
  const search = listSearch(useLocation().search);
  const hrefIn = (list: string, record: R) => `${path}/${record.id}${list}`;
  return {
    id,
    hrefOf: (record) => hrefIn(search, record),
    // Going from one open record to the next is one visit: Back leads to the list.
    open: useStableHandler((record: R) =>
      navigate(hrefIn(listSearch(addressNow().search), record), { replace: id !== undefined }),
    ),
    close: useStableHandler(() => navigate(`${path}${listSearch(addressNow().search)}`)),
  };
}

/** The address' query without the form that stands over the list: what belongs to the list itself. */
function listSearch(search: string): string {
  const params = new URLSearchParams(search);
  params.delete('form');
  const text = params.toString();
  return text && `?${text}`;
}
