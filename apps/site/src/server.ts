import type { AddressOf, LoadPage } from '@docfolio/federation/page-load';
import { loaders } from './pages.js';

export { submit } from './forms.js';
export { default as Routes } from './routes.js';

/** Returns a page's path with those query parameters that change what it shows. */
export const addressOf: AddressOf = (request) => loaders[request.pathname]?.addressOf?.(request) ?? request.pathname;

/** Prefetches a page's data. @throws ProblemError if required data cannot be fetched */
export const load: LoadPage = async (request, client) =>
  loaders[request.pathname]?.load(request, client) ?? { status: 200, tags: [] };
