import { siteTitle } from '@docfolio/content/site';

export interface SeoProps {
  /** The page's own name; the home page has none and is named by the site alone. */
  title?: string;
  description?: string;
  /** Keeps the page out of search engines. */
  noIndex?: boolean;
}

/** The document's head as a page declares it; React hoists it there and takes it away with the page. */
export function Seo({ title, description, noIndex = false }: SeoProps) {
  const fullTitle = title ? `${title} · ${siteTitle}` : siteTitle;
  return (
    <>
      <title>{fullTitle}</title>
      <meta property="og:title" content={fullTitle} />
      {description && <meta name="description" content={description} />}
      {description && <meta property="og:description" content={description} />}
      {noIndex && <meta name="robots" content="noindex" />}
    </>
  );
}
