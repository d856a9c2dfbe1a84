import { createContext, type ReactNode, useContext } from 'react';

const SiteOrigin = createContext('');

/** Provides the site's public origin to `useSiteOrigin`: `https://example.com`, without a trailing slash. */
export function SiteOriginProvider({ origin, children }: { origin: string; children: ReactNode }) {
  return <SiteOrigin value={origin}>{children}</SiteOrigin>;
}

/** Returns the site's origin for absolute URLs, or '' without a provider. */
export function useSiteOrigin(): string {
  return useContext(SiteOrigin);
}
