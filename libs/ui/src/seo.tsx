import { useSiteOrigin } from '@docfolio/ui/runtime';

export interface SeoProps {
  /** The document's whole title. */
  title: string;
  description?: string;
  /** The page's own path, which search engines keep it under: `/blog/a-post`. None for a page that is not to be found. */
  path?: string;
  /** Path of the picture that link previews show. */
  image?: string;
  /** An article's facts; without them the page is one of a website. */
  article?: { published: string; modified: string; author: string; section: string; tags: readonly string[] };
  /** Keeps the page out of search engines. */
  noIndex?: boolean;
  /** Structured data (schema.org) for search engines. */
  jsonLd?: object;
}

/** What link previews show where a page names no picture; 1200 by 630. */
const defaultImage = '/og.png';

/**
 * The document's head as a page declares it: title, description, canonical address, Open Graph, Twitter and JSON-LD.
 * React hoists the tags into the head and takes them away with the page.
 */
export function Seo({ title, description, path, image = defaultImage, article, noIndex = false, jsonLd }: SeoProps) {
  const origin = useSiteOrigin();
  const address = path === undefined ? undefined : `${origin}${path}`;
  return (
    <>
      <title>{title}</title>
      {description && <meta name="description" content={description} />}
      {noIndex && <meta name="robots" content="noindex" />}
      {address && <link rel="canonical" href={address} />}
      <meta property="og:type" content={article ? 'article' : 'website'} />
      <meta property="og:title" content={title} />
      {description && <meta property="og:description" content={description} />}
      {address && <meta property="og:url" content={address} />}
      <meta property="og:image" content={`${origin}${image}`} />
      {article && (
        <>
          <meta property="article:published_time" content={article.published} />
          <meta property="article:modified_time" content={article.modified} />
          <meta property="article:author" content={article.author} />
          <meta property="article:section" content={article.section} />
          {article.tags.map((tag) => (
            <meta key={tag} property="article:tag" content={tag} />
          ))}
        </>
      )}
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title} />
      {description && <meta name="twitter:description" content={description} />}
      <meta name="twitter:image" content={`${origin}${image}`} />
      {jsonLd && (
        <script
          type="application/ld+json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a data block; an escaped `<` can't end it
          dangerouslySetInnerHTML={{ __html: JSON.stringify(jsonLd).replaceAll('<', '\\u003c') }}
        />
      )}
    </>
  );
}
