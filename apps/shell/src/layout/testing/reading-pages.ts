import type { Page } from '@docfolio/site-copy/pages';

/** Pages of a remote that the platform's source does not know. */
export const readingPages: readonly Page[] = [
  {
    ...{ path: '/reading', remote: 'reading', title: 'Reading list', description: 'Books that changed how I work.' },
    nav: { group: 'Reference', icon: 'bookmark' },
  },
  {
    ...{ path: '/reading/authors', remote: 'reading', title: 'Authors', description: 'Who wrote those books.' },
  },
  { path: '/reading/:id', remote: 'reading', title: 'Book' },
  { path: '/reading/:id/notes', remote: 'reading', title: 'Notes', ownBreadcrumb: true },
];
