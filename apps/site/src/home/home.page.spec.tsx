import { links, owner, siteTitle } from '@docfolio/site-copy/site';
import { SiteOriginProvider } from '@docfolio/ui/runtime';
import { renderPage } from '../../test/render-page.js';
import { HomePage } from './home.page.js';

it('describes site and owner to search engines with absolute URLs', () => {
  renderPage(
    <SiteOriginProvider origin="https://example.com">
      <HomePage />
    </SiteOriginProvider>,
  );
  const blocks = document.querySelectorAll('script[type="application/ld+json"]');
  expect(blocks).toHaveLength(1);
  expect(JSON.parse(blocks[0]!.textContent ?? '')).toMatchObject({
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'WebSite',
        url: 'https://example.com/',
        name: siteTitle,
        publisher: { '@id': 'https://example.com/#person' },
      },
      {
        '@type': 'Person',
        '@id': 'https://example.com/#person',
        name: owner.name,
        sameAs: [links.github, links.linkedin],
      },
    ],
  });
});
