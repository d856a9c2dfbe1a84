import { createContext, type ReactNode, useContext } from 'react';

const SiteOrigin = createContext('');

/** Tells everything below where the site is reached: `https://example.com`, without a last slash. */
export function SiteOriginProvider({ origin, children }: { origin: string; children: ReactNode }) {
  return <SiteOrigin value={origin}>{children}</SiteOrigin>;
}

/** The origin that absolute addresses begin with; empty where nobody has told. */
export function useSiteOrigin(): string {
  return useContext(SiteOrigin);
}
