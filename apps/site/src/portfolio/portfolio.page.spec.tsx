import { portfolio } from '@docfolio/site-copy/portfolio';
import { screen, within } from '@testing-library/react';
import { renderPage } from '../../test/render-page.js';
import PortfolioPage from './portfolio.page.js';

it('shows all fields of the four case studies', () => {
  renderPage(<PortfolioPage />, '/portfolio');
  expect(portfolio.caseStudies.list).toHaveLength(4);
  for (const study of portfolio.caseStudies.list) {
    const row = within(document.getElementById(study.id)!);
    expect(row.getByRole('heading', { level: 3, name: study.title })).toBeVisible();
    for (const words of [study.subtitle, study.role, String(study.year)]) expect(row.getByText(words)).toBeVisible();
    const facts = row.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(facts[2]).toBe(study.status);
    const list = (name: string) =>
      within(row.getByRole('list', { name }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent);
    expect(list('Achievements')).toEqual(study.achievements);
    expect(list('Technologies')).toEqual(study.technologies);
    const live = row.getByRole('link', { name: `Live site of ${study.title} (opens in a new tab)` });
    expect(live).toHaveAttribute('href', study.liveUrl);
    expect(live).toHaveAttribute('target', '_blank');
    expect(live.getAttribute('rel')).toContain('noopener');
    const code = row.queryByRole('link', { name: /^Code of/ });
    expect(code?.getAttribute('href')).toBe(study.codeUrl);
    expect(row.getByRole('button', { name: 'Similar Project?' })).toBeVisible();
  }
});

it('shows the hackathons, and the lead form without budget and timeline', () => {
  renderPage(<PortfolioPage />, '/portfolio');
  const hackathons = within(screen.getByRole('region', { name: 'Hackathons' }));
  expect(hackathons.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(
    portfolio.hackathons.list.map(({ title }) => title),
  );
  expect(screen.getByRole('form', { name: 'Inquiry' })).toBeVisible();
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
});

it('lists the case studies in structured data for search engines', () => {
  renderPage(<PortfolioPage />, '/portfolio');
  const data = JSON.parse(document.querySelector('script[type="application/ld+json"]')?.textContent ?? '') as {
    itemListElement: { position: number; item: { '@type': string; name: string } }[];
  };
  expect(data.itemListElement.map(({ position, item }) => [position, item['@type'], item.name])).toEqual(
    portfolio.caseStudies.list.map(({ title }, place) => [place + 1, 'CreativeWork', title]),
  );
});
