import { siteTitle } from './site.js';

/**
 * The pages of the product: which path is a page, which remote draws it, and what it is called. The web process
 * answers 200 for these and 404 for everything else, the shell asks the named remote for the page and builds its
 * navigation and breadcrumb from the same rows. A new public page is one row here and its component in the remote.
 */

export type RemoteName = 'site' | 'blog' | 'crm';

/** Lucide icons by their own names; the shell maps each to its component. */
export type NavIcon = 'book-open' | 'user' | 'layers' | 'mail' | 'graduation-cap' | 'folder-git' | 'pen' | 'bookmark';

export type NavGroup = 'Guide' | 'Reference';

export interface Page {
  /** A path whose `:name` segments match one path segment each. */
  readonly path: string;
  readonly remote: RemoteName;
  /** The name in the navigation, the breadcrumb and the document's title. */
  readonly title: string;
  /** For search engines and link previews. Pages behind the sign-in have none and are not indexed. */
  readonly description?: string;
  /** It draws its breadcrumb itself, for it is named by what it shows. */
  readonly ownBreadcrumb?: boolean;
  /** Whoever has its address reads it: the page is stored nowhere, and its address told to no other site. */
  readonly secretAddress?: boolean;
  /** It has forms, which browsers post to its own address. */
  readonly hasForms?: boolean;
  readonly nav?: { readonly group: NavGroup; readonly icon: NavIcon };
}

/** Pages that only mails link: their addresses hold what one may do by them. */
const ofMails = { ownBreadcrumb: true, secretAddress: true } as const;

export const publicPages: readonly Page[] = [
  {
    path: '/',
    remote: 'site',
    title: 'Main',
    description:
      'Senior software engineer with 15+ years of experience: mobile apps, SaaS architecture, AI integration and technical mentorship.',
    nav: { group: 'Guide', icon: 'book-open' },
  },
  {
    path: '/about',
    remote: 'site',
    title: 'About',
    description: 'Who writes the code: fifteen years of building software, what they taught, and what guides the work.',
    nav: { group: 'Guide', icon: 'user' },
  },
  {
    path: '/services',
    remote: 'site',
    title: 'Services',
    description:
      'Mobile app development, SaaS architecture, AI integration and technical mentorship, with rates and durations.',
    nav: { group: 'Guide', icon: 'layers' },
    hasForms: true,
  },
  {
    path: '/contact',
    remote: 'site',
    title: 'Contact',
    description: 'Describe what you are building. Every enquiry is answered within 24 hours.',
    nav: { group: 'Guide', icon: 'mail' },
    hasForms: true,
  },
  { path: '/contact/sent', remote: 'site', title: 'Sent' },
  {
    path: '/mentorship',
    remote: 'site',
    title: 'Mentorship',
    description: 'One-to-one programmes for developers: four to eight sessions, from the first job to leading a team.',
    nav: { group: 'Reference', icon: 'graduation-cap' },
  },
  {
    path: '/portfolio',
    remote: 'site',
    title: 'Portfolio',
    description: 'Case studies and hackathon projects: what was built, with what, and what came of it.',
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
  { path: '/newsletter/confirm', remote: 'blog', title: 'Confirm your subscription', ...ofMails },
  { path: '/newsletter/unsubscribe', remote: 'blog', title: 'Unsubscribe', ...ofMails },
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
    description: 'What the forms of this site keep, what for, and for how long.',
  },
];

/** The sign-in page and everything behind the guard; the CRM remote brings its own frame. */
export const adminPages: readonly Page[] = [
  { path: '/auth', remote: 'crm', title: 'Admin Access' },
  { path: '/auth/forgot', remote: 'crm', title: 'Reset your password' },
  { path: '/auth/reset', remote: 'crm', title: 'Choose a new password', secretAddress: true },
  { path: '/admin', remote: 'crm', title: 'Dashboard' },
  { path: '/admin/leads', remote: 'crm', title: 'Leads' },
  { path: '/admin/leads/:id', remote: 'crm', title: 'Leads' },
  { path: '/admin/clients', remote: 'crm', title: 'Clients' },
  { path: '/admin/clients/:id', remote: 'crm', title: 'Clients' },
  { path: '/admin/projects', remote: 'crm', title: 'Projects' },
  { path: '/admin/projects/:id', remote: 'crm', title: 'Projects' },
  { path: '/admin/service-inquiries', remote: 'crm', title: 'Service Inquiries' },
  { path: '/admin/service-inquiries/:id', remote: 'crm', title: 'Service Inquiries' },
  { path: '/admin/portfolio-inquiries', remote: 'crm', title: 'Portfolio Inquiries' },
  { path: '/admin/portfolio-inquiries/:id', remote: 'crm', title: 'Portfolio Inquiries' },
  { path: '/admin/blog-subscribers', remote: 'crm', title: 'Blog Subscribers' },
  { path: '/admin/blog-subscribers/:id', remote: 'crm', title: 'Blog Subscribers' },
  { path: '/admin/testimonials', remote: 'crm', title: 'Testimonials' },
  { path: '/admin/testimonials/:id', remote: 'crm', title: 'Testimonials' },
  { path: '/admin/blog', remote: 'crm', title: 'Blog Posts' },
  { path: '/admin/blog/comments', remote: 'crm', title: 'Comments' },
  { path: '/admin/blog/comments/:id', remote: 'crm', title: 'Comments' },
  { path: '/admin/blog/new', remote: 'crm', title: 'New Blog Post' },
  { path: '/admin/blog/edit/:id', remote: 'crm', title: 'Edit Blog Post' },
  { path: '/admin/blog/:id', remote: 'crm', title: 'Edit Blog Post' },
  { path: '/admin/bookmarks', remote: 'crm', title: 'Bookmarks' },
  { path: '/admin/trash', remote: 'crm', title: 'Trash' },
  { path: '/admin/attention', remote: 'crm', title: 'Needs attention' },
];

/** The remote that draws the 404 page. */
export const notFoundRemote: RemoteName = 'site';

/** `/contact/` is `/contact`; the root stays `/`. */
export function normalisePath(pathname: string): string {
  return pathname.replace(/\/+$/, '') || '/';
}

/** The page at a path, or undefined when there is none (the 404 page). Paths are case-sensitive. */
export function pageAt(pathname: string): Page | undefined {
  const segments = normalisePath(pathname).split('/');
  return [...publicPages, ...adminPages].find((page) => {
    const pattern = page.path.split('/');
    return (
      pattern.length === segments.length &&
      pattern.every((part, index) => (part.startsWith(':') ? segments[index] !== '' : part === segments[index]))
    );
  });
}

/** `Contact · Alex Morgan · Software consulting`; the home page is named by the site alone. */
export function documentTitle(page: Page | undefined): string {
  if (!page) return `Page not found · ${siteTitle}`;
  return page.path === '/' ? siteTitle : `${page.title} · ${siteTitle}`;
}

/** The title, description and path of a public page, as its head declares them. @throws Error for a path that is none */
export function headOf(path: string): { title: string; description: string | undefined; path: string } {
  const page = publicPages.find((candidate) => candidate.path === path);
  if (!page) throw new Error(`${path} is not a public page`);
  return { title: documentTitle(page), description: page.description, path };
}
