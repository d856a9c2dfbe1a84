import type { AddressOf, LoadPage } from '@docfolio/federation/page-load';
import { loaders } from './pages.js';

export { submit } from './forms.js';
export { default as Routes } from './routes.js';

/** Returns a page's canonical path, with the query if the page uses it. */
export const addressOf: AddressOf = (request) => loaders[request.pathname]?.addressOf?.(request) ?? request.pathname;

/** Prefetches a page's data on the server. @throws ProblemError if required data cannot be fetched */
export const load: LoadPage = async (request, client) =>
  loaders[request.pathname]?.load(request, client) ?? { status: 200, tags: [] };
