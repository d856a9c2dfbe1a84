import { portfolio } from '@docfolio/site-copy/portfolio';
import { owner } from '@docfolio/site-copy/site';

/** Returns schema.org data (JSON-LD) about the case studies. @param origin without a trailing slash */
export function portfolioData(origin: string): object {
  const author = { '@type': 'Person', '@id': `${origin}/#person`, name: owner.name, url: `${origin}/` };
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    name: portfolio.caseStudies.title,
    itemListElement: portfolio.caseStudies.list.map(({ id, title, subtitle, technologies, year, liveUrl }, place) => ({
      '@type': 'ListItem',
      position: place + 1,
      item: {
        '@type': 'CreativeWork',
        '@id': `${origin}/portfolio#${id}`,
        url: `${origin}/portfolio#${id}`,
        sameAs: liveUrl,
        name: title,
        description: subtitle,
        keywords: technologies.join(', '),
        dateCreated: String(year),
        author,
      },
    })),
  };
}
