import type { LoadPage } from '@docfolio/federation/page-load';

export { default as Routes } from './routes.js';

/** No page needs an answer of the gateway before it is drawn. */
export const load: LoadPage = async () => ({ status: 200, tags: [] });
