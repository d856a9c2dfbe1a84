import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { type Testimonial, testimonials } from '@docfolio/contracts/entities/testimonial';
import { links } from '@docfolio/site-copy/site';
import { testimonials as chosen } from '@docfolio/site-copy/testimonials';
import { screen, within } from '@testing-library/react';
import { renderPage } from '../../test/render-page.js';
import MentorshipPage from './mentorship.page.js';

let server: FixtureServer;
beforeAll(async () => {
  server = await FixtureServer.start();
});
beforeEach(() => server.on(testimonials.list, { json: { items: [] } }));
afterEach(() => server.reset());
afterAll(() => server.stop());

function said(name: string, more: Partial<Testimonial> = {}): Testimonial {
  return {
    id: `00000000-0000-4000-8000-${name.length.toString().padStart(12, '0')}`,
    name,
    role: 'Developer',
    company: 'Saltmarsh',
    content: `${name} would do it again.`,
    rating: 5,
    is_featured: true,
    created_at: '2025-06-01T00:00:00.000Z',
    ...more,
  };
}

const section = (name: string) => screen.getByRole('region', { name });
const quotes = async () => {
  const figures = await within(section('Testimonials')).findAllByRole('figure');
  return figures.map((figure) => figure.querySelector('figcaption')?.textContent);
};
const captionOf = ({ name, role, company }: { name: string; role: string | null; company: string | null }) =>
  `${name}${role} at ${company}`;

it('offers three programmes with their prices, the middle one as the most popular', () => {
  renderPage(<MentorshipPage />, '/mentorship');
  const cards = within(section('Programmes'))
    .getAllByRole('heading', { level: 3 })
    .map((heading) => heading.closest('li')!);
  expect(cards.map((card) => card.textContent)).toEqual([
    expect.stringMatching(/^Beginner.*\$299.*Sessions4 over 2 months.*Per session\$75/),
    expect.stringMatching(/^Intermediate.*\$599.*Sessions8 over 3 months.*Per session\$75/),
    expect.stringMatching(/^Advanced.*\$899.*Sessions6 over 3 months.*Per session\$150/),
  ]);
  expect(cards.map((card) => within(card).queryByText('Most Popular') !== null)).toEqual([false, true, false]);
});

it('links to the external booking platform in a new tab, as the link names say', () => {
  renderPage(<MentorshipPage />, '/mentorship');
  const booking = screen.getAllByRole('link', { name: /^Book .*\(opens in a new tab\)$/ });
  expect(booking).toHaveLength(4);
  for (const link of booking) {
    expect(link).toHaveAttribute('href', links.booking);
    expect(link).toHaveAttribute('target', '_blank');
    expect(link.getAttribute('rel')).toContain('noopener');
  }
});

it('shows four topics and six steps', () => {
  renderPage(<MentorshipPage />, '/mentorship');
  expect(within(section('Topics')).getAllByRole('heading', { level: 3 })).toHaveLength(4);
  expect(within(section('How it works')).getAllByRole('heading', { level: 3 })).toHaveLength(6);
});

describe('testimonials', () => {
  it('are the first three featured ones, with their ratings', async () => {
    const items = [said('Ann'), said('Berta', { rating: 3 }), said('Carlos'), said('Dagmar')];
    server.on(testimonials.list, { json: { items } });
    renderPage(<MentorshipPage />, '/mentorship');
    expect(await quotes()).toEqual(items.slice(0, 3).map(captionOf));
    expect(
      within(section('Testimonials'))
        .getAllByRole('img')
        .map((stars) => stars.getAttribute('aria-label')),
    ).toEqual(['Rated 5 out of 5', 'Rated 3 out of 5', 'Rated 5 out of 5']);
    expect(within(section('Testimonials')).getAllByRole('img')[1]!.querySelectorAll('.fill-current')).toHaveLength(3);
  });

  it('are completed to three from site-copy without duplicates', async () => {
    const featured = said(chosen[0]!.name);
    server.on(testimonials.list, { json: { items: [featured, said('Plain', { is_featured: false })] } });
    renderPage(<MentorshipPage />, '/mentorship');
    expect(await quotes()).toEqual([featured, chosen[1]!, chosen[2]!].map(captionOf));
  });

  it('leave out a missing role or company', async () => {
    server.on(testimonials.list, {
      json: {
        items: [
          said('Ann', { role: null }),
          said('Berta', { company: ' ' }),
          said('Carla', { role: null, company: null }),
        ],
      },
    });
    renderPage(<MentorshipPage />, '/mentorship');
    expect(await quotes()).toEqual(['AnnSaltmarsh', 'BertaDeveloper', 'Carla']);
  });

  it('are those of site-copy while the service is unavailable, which is only logged', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
    server.on(testimonials.list, () => {
      throw new ProblemError('unavailable');
    });
    renderPage(<MentorshipPage />, '/mentorship');
    expect(await quotes()).toEqual(chosen.map(captionOf));
    expect(screen.getByRole('alert')).toBeEmptyDOMElement();
    expect(logged).toHaveBeenCalledWith('The testimonials could not be loaded', expect.anything());
    logged.mockRestore();
  });
});
