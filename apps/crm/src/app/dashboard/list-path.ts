import { kindFactsOf } from '@docfolio/admin/kinds/kind-facts';
import type { ListedCollection } from '@docfolio/contracts/core/record-page';

/** Returns the path of the list of a kind's records, filtered by a status if one is given. */
export function listPath(kind: ListedCollection, status?: string): string {
  const { path } = kindFactsOf(kind);
  return status ? `${path}?status=${status}` : path;
}
