import { offerings } from '@docfolio/site-copy/offerings';
import { publicPages } from '@docfolio/site-copy/pages';
import { links, siteTitle } from '@docfolio/site-copy/site';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderPage } from '../test/render-page.js';
import SiteRoutes from './routes.js';

describe('the home page', () => {
  it('shows the headline and links to contact and booking', () => {
    renderPage(<SiteRoutes />, '/');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(
      'Building better software, empowering developers.',
    );
    expect(screen.getByRole('link', { name: 'Get in Touch' })).toHaveAttribute('href', '/contact');
    const booking = screen.getByRole('link', { name: /Book Mentorship/ });
    expect(booking).toHaveAttribute('href', links.booking);
    expect(booking).toHaveAttribute('target', '_blank');
    expect(booking.getAttribute('rel')).toContain('noopener');
    expect(document.title).toBe(siteTitle);
  });

  it('shows the four offerings with their features, each as one link', () => {
    renderPage(<SiteRoutes />, '/');
    const services = screen.getByRole('region', { name: 'Services' });
    for (const { title, sentence, features } of offerings) {
      const link = within(services).getByRole('link', { name: title });
      expect(link).toHaveAccessibleDescription(sentence);
      expect(
        within(link)
          .getAllByRole('listitem')
          .map((item) => item.textContent),
      ).toEqual(features);
    }
  });

  it('contains internal links to existing pages only', () => {
    renderPage(<SiteRoutes />, '/');
    const paths = screen
      .getAllByRole('link')
      .map((link) => link.getAttribute('href') ?? '')
      .filter((href) => href.startsWith('/'))
      .map((href) => href.replace(/#.*/, ''));
    const known = publicPages.map(({ path }) => path);
    expect(paths.length).toBeGreaterThan(4);
    for (const path of paths) expect(known).toContain(path);
  });

  it('shows the figures', () => {
    renderPage(<SiteRoutes />, '/');
    const figures = within(screen.getByRole('region', { name: 'In figures' }));
    expect(figures.getAllByRole('definition').map((value) => value.textContent)).toEqual(['100+', '20+', '20+', '15+']);
  });

  it('copies the code and shows a confirmation that disappears', async () => {
    const user = userEvent.setup();
    renderPage(<SiteRoutes />, '/');
    await user.click(screen.getByRole('button', { name: /^Copy / }));
    expect(await screen.findByText('Copied')).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toContain("role: 'Senior Software Engineer',");
    await waitFor(() => expect(screen.queryByText('Copied')).not.toBeInTheDocument());
  });
});

describe('the contact page', () => {
  it('shows the form and the next steps, and has its own title and description', async () => {
    renderPage(<SiteRoutes />, '/contact');
    expect(await screen.findByRole('heading', { level: 1, name: 'Contact' })).toBeVisible();
    expect(screen.getByRole('form', { name: 'Inquiry' })).toBeVisible();
    expect(screen.getByRole('complementary', { name: 'What happens next' })).toHaveTextContent('within 24 hours');
    expect(await screen.findByText(/^\d\d:\d\d$/)).toBeVisible();
    expect(document.title).toBe(`Contact · ${siteTitle}`);
    expect(document.querySelector('meta[name="description"]')).toHaveAttribute(
      'content',
      publicPages.find(({ path }) => path === '/contact')?.description,
    );
  });
});

describe('an unknown path', () => {
  it.each(['/pricing', '/admin/nope', '/contact/us'])(
    'shows the 404 page for %s, logs the path and links to the home page',
    async (path) => {
      const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
      const user = userEvent.setup();
      renderPage(<SiteRoutes />, path);
      expect(screen.getByRole('heading', { level: 1, name: '404' })).toBeVisible();
      expect(screen.getByText('Oops! Page not found')).toBeVisible();
      expect(screen.getByText(path)).toBeVisible();
      expect(logged.mock.calls.flat().join(' ')).toContain(path);
      logged.mockRestore();
      expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
      await user.click(screen.getByRole('link', { name: 'Return to Home' }));
      expect(window.location.pathname).toBe('/');
      expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Building better software');
      expect(document.querySelector('meta[name="robots"]')).toBeNull();
    },
  );
});
