import { Link, useLocation } from '@docfolio/federation/router';
import { normalisePath, type Page, pageAt } from '@docfolio/site-copy/pages';
import { Breadcrumb, type Crumb } from '@docfolio/ui/navigation/breadcrumb';
import { useSyncExternalStore } from 'react';
import { useRemotePages } from '../routing/remote-pages.js';

const never = () => () => {};
/** The path in server-rendered breadcrumbs of the 404 page. */
const unnamed = '/404';

/** Breadcrumb labels by path segment (specification, section 2). Other segments are decoded and capitalised. */
const labels: Readonly<Record<string, string>> = {
  about: 'About',
  services: 'Services',
  mentorship: 'Mentorship',
  portfolio: 'Portfolio',
  blog: 'Blog',
  contact: 'Contact',
};

/**
 * Returns the breadcrumb of a path: Main, then each path segment; [] for the home page.
 * @param remotePages pages whose titles are the labels of their paths
 */
export function crumbsOf(pathname: string, remotePages: readonly Page[] = []): Crumb[] {
  const segments = normalisePath(pathname).split('/').filter(Boolean);
  if (segments.length === 0) return [];
  return [
    { label: 'Main', href: '/' },
    ...segments.map((segment, index) => {
      const href = `/${segments.slice(0, index + 1).join('/')}`;
      const listed = remotePages.find(({ path }) => path === href);
      return { label: listed?.title ?? labels[segment] ?? capitalised(segment), href };
    }),
  ];
}

function capitalised(segment: string): string {
  const text = decoded(segment);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** A page's breadcrumb, unless it has its own. The server's 404 page is the same for all paths, so it shows `/404`. */
export function PageBreadcrumb() {
  const { pathname } = useLocation();
  const remotePages = useRemotePages();
  const page = pageAt(pathname, remotePages);
  const named = useSyncExternalStore(
    never,
    () => pathname,
    () => (page ? pathname : unnamed),
  );
  const crumbs = page?.ownBreadcrumb ? [] : crumbsOf(named, remotePages);
  if (crumbs.length === 0) return null;
  return (
    <Breadcrumb
      className="mb-5"
      items={crumbs}
      renderLink={({ href, label }, className) => (
        <Link to={href} className={className}>
          {label}
        </Link>
      )}
    />
  );
}
