import { useLocation, useNavigate, useParams } from '@docfolio/federation/router';
import { addressNow } from './address-now.js';
import type { CrmRecord, RecordKind } from './record-kind.js';
import { useStableHandler } from './use-stable-handler.js';

export interface OpenRecord<R extends CrmRecord> {
  id: string | undefined;
  hrefOf: (record: R) => string;
  open: (record: R) => void;
  close: () => void;
}

/** Reads the open record's id from the URL `<path>/:id`; opens and closes records, keeping the list's query. */
export function useOpenRecord<R extends CrmRecord>({ path }: RecordKind<R>): OpenRecord<R> {
  const { id } = useParams();
  const navigate = useNavigate();
  const search = listSearch(useLocation().search);
  const hrefIn = (list: string, record: R) => `${path}/${record.id}${list}`;
  return {
    id,
    hrefOf: (record) => hrefIn(search, record),
    // If one is open already, its history entry is replaced: Back leads to the list.
    open: useStableHandler((record: R) =>
      navigate(hrefIn(listSearch(addressNow().search), record), { replace: id !== undefined }),
    ),
    close: useStableHandler(() => navigate(`${path}${listSearch(addressNow().search)}`)),
  };
}

/** Returns a URL's query without the open form. */
function listSearch(search: string): string {
  const params = new URLSearchParams(search);
  params.delete('form');
  const text = params.toString();
  return text && `?${text}`;
}
