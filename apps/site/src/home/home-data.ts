import { headOf } from '@docfolio/site-copy/pages';
import { links, owner, siteTitle } from '@docfolio/site-copy/site';

/** Returns schema.org data (JSON-LD) about the site and its owner. @param origin without a trailing slash */
export function homeData(origin: string): object {
  const home = `${origin}/`;
  const person = `${home}#person`;
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'WebSite',
        '@id': `${home}#website`,
        url: home,
        name: siteTitle,
        description: headOf('/').description,
        inLanguage: 'en',
        publisher: { '@id': person },
      },
      {
        '@type': 'Person',
        '@id': person,
        url: home,
        name: owner.name,
        jobTitle: owner.role,
        address: owner.location,
        sameAs: [links.github, links.linkedin].filter(Boolean),
      },
    ],
  };
}
