import { declaredPages } from '../generated/record-pages.js';

/** The CRM's list of a collection. A record opens in a drawer at `<path>/<id>`, or on a page of its own. */
export interface RecordPage {
  readonly path: string;
  readonly title: string;
  readonly drawer: boolean;
}

/** Collections that the CRM lists: those with a trash. */
export type ListedCollection = keyof typeof declaredPages;
export const listedCollections = Object.keys(declaredPages) as ListedCollection[];

/** Returns the page of a collection. Default: `/admin/service-inquiries`, 'Service Inquiries', with a drawer. */
export function recordPageOf(collection: ListedCollection): RecordPage {
  const title = collection.replace(/(^|_)./g, (start) => start.replace('_', ' ').toUpperCase());
  return { path: `/admin/${collection.replaceAll('_', '-')}`, title, drawer: true, ...declaredPages[collection] };
}
