import { screen, within } from '@testing-library/react';
import { renderPage } from '../../test/render-page.js';
import ServicesPage from './services.page.js';

it('shows four services with anchor, rate and duration, and links to the contact page', async () => {
  renderPage(<ServicesPage />, '/services');
  expect(screen.getByRole('heading', { level: 1, name: 'Services' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Get in Touch' })).toHaveAttribute('href', '/contact');
  const rows = within(screen.getByRole('region', { name: 'Offerings' })).getAllByRole('heading', { level: 3 });
  expect(
    rows.map((heading) => {
      const row = heading.closest('li[id]') as HTMLElement;
      return [
        row.id,
        heading.textContent,
        ...within(row)
          .getAllByRole('definition')
          .map((value) => value.textContent),
      ];
    }),
  ).toEqual([
    ['mobile-app-development', 'Mobile app development', 'from $150/hour', '2–12 weeks'],
    ['saas-architecture', 'SaaS architecture', 'from $200/hour', '1–6 weeks'],
    ['ai-integration', 'AI integration', 'from $175/hour', '1–8 weeks'],
    ['technical-mentorship', 'Technical mentorship', 'from $125/hour', '2–4 weeks'],
  ]);
  expect(screen.getAllByRole('button', { name: 'Inquire' })).toHaveLength(4);
});

it('shows the four steps, and the lead form with budget and timeline', async () => {
  renderPage(<ServicesPage />, '/services');
  const process = within(screen.getByRole('region', { name: 'Process' }));
  expect(process.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Discovery Call',
    'Proposal & Planning',
    'Implementation',
    'Delivery & Support',
  ]);
  expect(process.getByText(/within 48 hours/)).toBeVisible();
  const form = within(screen.getByRole('form', { name: 'Inquiry' }));
  expect(await form.findByRole('combobox', { name: 'Budget range' })).toBeVisible();
  expect(form.getByRole('combobox', { name: 'Timeline' })).toBeVisible();
});

it('links to its sections in the table of contents', () => {
  renderPage(<ServicesPage />, '/services');
  const links = screen
    .getAllByRole('navigation', { name: 'On this page' })
    .flatMap((contents) => within(contents).getAllByRole('link'));
  expect(new Set(links.map(({ textContent }) => textContent))).toEqual(
    new Set(['Offerings', 'Process', 'Start a project']),
  );
  for (const link of links) {
    const id = link.getAttribute('href')?.replace(/.*#/, '') ?? '';
    expect(document.getElementById(id)).toBeInTheDocument();
  }
});

it('states the minimum price of each service to search engines', () => {
  renderPage(<ServicesPage />, '/services');
  const data = JSON.parse(document.querySelector('script[type="application/ld+json"]')?.textContent ?? '') as {
    '@graph': { '@type': string; name: string; offers: { price: number; priceCurrency: string } }[];
  };
  expect(data['@graph'].map(({ name, offers }) => [name, offers.price, offers.priceCurrency])).toEqual([
    ['Mobile app development', 150, 'USD'],
    ['SaaS architecture', 200, 'USD'],
    ['AI integration', 175, 'USD'],
    ['Technical mentorship', 125, 'USD'],
  ]);
});
