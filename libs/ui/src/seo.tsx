import { useSiteOrigin } from '@docfolio/ui/runtime';

export interface SeoProps {
  title: string;
  description?: string;
  /** Canonical path: `/blog/a-post`. Without it the page has no canonical URL and no `og:url`. */
  path?: string;
  image?: string;
  article?: { published: string; modified: string; author: string; section: string; tags: readonly string[] };
  noIndex?: boolean;
  jsonLd?: object;
}

const defaultImage = '/og.png';

/** Renders title, description, canonical URL, Open Graph, Twitter and JSON-LD tags, which React hoists to the head. */
export function Seo({ title, description, path, image = defaultImage, article, noIndex = false, jsonLd }: SeoProps) {
  const origin = useSiteOrigin();
  const url = path === undefined ? undefined : `${origin}${path}`;
  return (
    <>
      <title>{title}</title>
      {description && <meta name="description" content={description} />}
      {noIndex && <meta name="robots" content="noindex" />}
      {url && <link rel="canonical" href={url} />}
      <meta property="og:type" content={article ? 'article' : 'website'} />
      <meta property="og:title" content={title} />
      {description && <meta property="og:description" content={description} />}
      {url && <meta property="og:url" content={url} />}
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
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a data block; escaping `<` keeps it from being closed
          dangerouslySetInnerHTML={{ __html: JSON.stringify(jsonLd).replaceAll('<', '\\u003c') }}
        />
      )}
    </>
  );
}
