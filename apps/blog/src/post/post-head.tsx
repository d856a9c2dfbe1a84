import { useFormTitle } from '@docfolio/public-forms/form-outcome';
import { siteTitle } from '@docfolio/site-copy/site';
import { useSiteOrigin } from '@docfolio/ui/runtime';
import { Seo } from '@docfolio/ui/seo';
import type { ShownPost } from '../requests.js';
import { crumbsOf } from './post-header.js';

export function PostHead({ post }: { post: ShownPost }) {
  const origin = useSiteOrigin();
  const documentTitle = useFormTitle(`${post.title} · ${siteTitle}`);
  const path = `/blog/${post.slug}`;
  const { title, excerpt, category, tags, author_name: author, published_at: published, updated_at: modified } = post;
  return (
    <Seo
      title={documentTitle}
      description={excerpt}
      path={path}
      article={{ published, modified, author, section: category, tags: [...new Set(tags)] }}
      jsonLd={{
        '@context': 'https://schema.org',
        '@graph': [
          {
            '@type': 'BlogPosting',
            '@id': `${origin}${path}#post`,
            headline: title,
            description: excerpt,
            datePublished: published,
            dateModified: modified,
            author: { '@type': 'Person', name: author, url: `${origin}/about` },
            keywords: tags.join(', '),
            articleSection: category,
            mainEntityOfPage: { '@type': 'WebPage', '@id': `${origin}${path}` },
            commentCount: post.comments_count,
            inLanguage: 'en',
          },
          {
            '@type': 'BreadcrumbList',
            itemListElement: crumbsOf(post).map(({ label, href = path }, place) => ({
              '@type': 'ListItem',
              position: place + 1,
              name: label,
              item: `${origin}${href}`,
            })),
          },
        ],
      }}
    />
  );
}
