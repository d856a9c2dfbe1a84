import { listedCollections, recordPageOf } from '@docfolio/contracts/core/record-page';
import type { RemotePage } from '@docfolio/contracts/entities/remote';
import { capitalised, experience, role } from './derived.js';
import { owner, promises, siteTitle } from './site.js';

/**
 * @file The platform's own pages; the shell builds routes, navigation and breadcrumbs from them. Builds of remotes may
 * list more (`src/pages.json`). Other paths are 404.
 */

export type RemoteName = 'site' | 'blog' | 'crm' | 'ops';

/** A page of the platform, or one that a build of a remote lists. */
export interface Page extends Readonly<RemotePage> {
  readonly remote: string;
  /** Whether the URL itself grants access: sent with `Cache-Control: no-store`, `Referrer-Policy: no-referrer`. */
  readonly secretAddress?: boolean;
  /** What the shell shows around the page. Default: sidebar, header and footer of the public site. */
  readonly frame?: 'admin' | 'none';
}

/** A page of the platform. */
interface OwnPage extends Page {
  readonly remote: RemoteName;
}

/** A page linked only from emails, by a URL with a token that grants its action. */
const emailLinkPage = { ownBreadcrumb: true, secretAddress: true } as const;

const publicTable = [
  {
    path: '/',
    remote: 'site',
    title: 'Main',
    description: `${role} with ${experience} of experience: ${owner.offer}.`,
    nav: { group: 'Guide', icon: 'book-open' },
  },
  {
    path: '/about',
    remote: 'site',
    title: 'About',
    description: `Who writes the code: ${experience} of building software, what they taught, and what guides the work.`,
    nav: { group: 'Guide', icon: 'user' },
  },
  {
    path: '/services',
    remote: 'site',
    title: 'Services',
    description: `${capitalised(owner.offer)}, with rates and durations.`,
    nav: { group: 'Guide', icon: 'layers' },
    hasForms: true,
  },
  {
    path: '/contact',
    remote: 'site',
    title: 'Contact',
    description: `Describe what you are building and get a reply ${promises.reply}.`,
    nav: { group: 'Guide', icon: 'mail' },
    hasForms: true,
  },
  { path: '/contact/sent', remote: 'site', title: 'Sent' },
  {
    path: '/mentorship',
    remote: 'site',
    title: 'Mentorship',
    description: 'One-to-one programmes for developers, from the first job to leading a team.',
    nav: { group: 'Reference', icon: 'graduation-cap' },
  },
  {
    path: '/portfolio',
    remote: 'site',
    title: 'Portfolio',
    description: 'Case studies and hackathon projects: what was built, the technologies and the results.',
    nav: { group: 'Reference', icon: 'folder-git' },
    hasForms: true,
  },
  {
    path: '/blog',
    remote: 'blog',
    title: 'Blog',
    description: 'Notes from building and reviewing software for other people.',
    nav: { group: 'Reference', icon: 'pen' },
    hasForms: true,
  },
  { path: '/blog/:slug', remote: 'blog', title: 'Blog', ownBreadcrumb: true, hasForms: true },
  { path: '/blog/preview/:token', remote: 'blog', title: 'Preview', ownBreadcrumb: true, secretAddress: true },
  { path: '/newsletter/confirm', remote: 'blog', title: 'Confirm your subscription', ...emailLinkPage },
  { path: '/newsletter/unsubscribe', remote: 'blog', title: 'Unsubscribe', ...emailLinkPage },
  {
    path: '/bookmarks',
    remote: 'site',
    title: 'Bookmarks',
    description: 'Articles, engineering notes, libraries and tools worth keeping.',
    nav: { group: 'Reference', icon: 'bookmark' },
  },
  {
    path: '/privacy',
    remote: 'site',
    title: 'Privacy',
    description: 'What data the forms of this site store, why, and for how long.',
  },
] as const satisfies readonly OwnPage[];

export const publicPages: readonly Page[] = publicTable;

/** Union of the paths of all public pages that `Remote` renders. */
export type PathOf<Remote extends RemoteName> = Extract<(typeof publicTable)[number], { remote: Remote }>['path'];

const crmPage = (path: string, title: string) => ({ path, remote: 'crm', title, frame: 'admin' }) as const;
const opsPage = (path: string, title: string) => ({ ...crmPage(path, title), remote: 'ops' }) as const;
const frameless = { frame: 'none' } as const;

/** Returns the sign-in page, and the pages of the CRM and of operations. Lists of records follow from the contracts. */
export function adminPages(): OwnPage[] {
  const lists = listedCollections.map(recordPageOf);
  return [
    { ...crmPage('/auth', 'Admin Access'), ...frameless },
    { ...crmPage('/auth/forgot', 'Reset your password'), ...frameless },
    { ...crmPage('/auth/reset', 'Choose a new password'), ...frameless, secretAddress: true },
    crmPage('/admin', 'Dashboard'),
    ...lists.map(({ path, title }) => crmPage(path, title)),
    ...lists.filter(({ drawer }) => drawer).map(({ path, title }) => crmPage(`${path}/:id`, title)),
    crmPage('/admin/blog/new', 'New Blog Post'),
    crmPage('/admin/blog/edit/:id', 'Edit Blog Post'),
    crmPage('/admin/blog/:id', 'Edit Blog Post'),
    opsPage('/admin/deployments', 'Deployments'),
    opsPage('/admin/deployments/tokens', 'API tokens'),
    { ...opsPage('/admin/override', 'Override'), ...frameless },
    opsPage('/admin/system', 'System'),
    opsPage('/admin/audit', 'Audit'),
    opsPage('/admin/audit/:id', 'Audit'),
    crmPage('/admin/trash', 'Trash'),
    opsPage('/admin/attention', 'Needs attention'),
  ];
}

export const notFoundRemote: RemoteName = 'site';

/** Returns the path without trailing slashes; the root stays `/`. */
export function normalisePath(pathname: string): string {
  // Not `replace(/\/+$/)`, which takes quadratic time for slashes before a letter, and anyone may request such a path.
  let end = pathname.length;
  while (end > 1 && pathname[end - 1] === '/') end -= 1;
  return pathname.slice(0, end) || '/';
}

/**
 * Returns the page at a path, or undefined (404). Paths are case-sensitive.
 * @param others pages of remotes that this package does not know; those of the platform come first
 */
export function pageAt(pathname: string, others: readonly Page[] = []): Page | undefined {
  const segments = normalisePath(pathname).split('/');
  return [...publicPages, ...adminPages(), ...others].find((page) => {
    const pattern = page.path.split('/');
    return (
      pattern.length === segments.length &&
      pattern.every((part, index) => (part.startsWith(':') ? segments[index] !== '' : part === segments[index]))
    );
  });
}

/** Returns `Contact · <site title>`, for the home page the site title alone, for undefined `Page not found · ...`. */
export function documentTitle(page: Page | undefined): string {
  if (!page) return `Page not found · ${siteTitle}`;
  return page.path === '/' ? siteTitle : `${page.title} · ${siteTitle}`;
}

/** Returns the metadata of a public page for its `<head>`. @throws Error if `path` is not a public page */
export function headOf(path: string): { title: string; description: string | undefined; path: string } {
  const page = publicPages.find((candidate) => candidate.path === path);
  if (!page) throw new Error(`${path} is not a public page`);
  return { title: documentTitle(page), description: page.description, path };
}
