import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { installRemotes, renderApp } from '../../test/render-app.js';
import { setWindowWidth } from '../../test/setup.js';
import { setCollapsed } from './sidebar-preference.js';
import { readingPages } from './testing/reading-pages.js';

beforeAll(installRemotes);
beforeEach(() => {
  setCollapsed(false);
  setWindowWidth(1440);
  document.head.replaceChildren();
});

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const mainNav = () => screen.getByRole('navigation', { name: 'Main' });
const linksOf = (element: HTMLElement) =>
  within(element)
    .getAllByRole('link')
    .map((link) => link.textContent);
const crumbs = () => screen.queryByRole('navigation', { name: 'Breadcrumb' });

describe('pages that a build lists', () => {
  it('follow those of the platform in their group of the navigation, and open without a page load', async () => {
    const user = userEvent.setup();
    renderApp('/blog', readingPages);
    await heading('blog /blog');
    expect(linksOf(mainNav()).slice(-2)).toEqual(['Bookmarks', 'Reading list']);
    await user.click(within(mainNav()).getByRole('link', { name: 'Reading list' }));
    expect(await heading('reading /reading')).toBeVisible();
    expect(within(mainNav()).getByRole('link', { current: 'page' })).toHaveTextContent('Reading list');
    await waitFor(() => expect(document.title).toMatch(/^Reading list · /));
  });

  it('have the titles of the pages above them in their breadcrumb', async () => {
    renderApp('/reading/authors', readingPages);
    await heading('reading /reading/authors');
    expect(crumbs()).toHaveTextContent('Main/Reading list/Authors');
  });

  it('have no breadcrumb if they render their own', async () => {
    renderApp('/reading/42/notes', readingPages);
    await heading('reading /reading/42/notes');
    expect(crumbs()).toBeNull();
  });

  it.each([
    ['reading', ['Reading list'], []],
    ['who wrote', [], ['Authors/reading/authors']],
    ['book', ['Bookmarks'], ['Reading list/reading', 'Authors/reading/authors']],
  ])('are found by title and description: %s', async (search, inNavigation, below) => {
    const user = userEvent.setup();
    renderApp('/blog', readingPages);
    await user.type(screen.getByRole('searchbox', { name: 'Search documentation' }), search);
    await waitFor(() =>
      expect(
        within(mainNav())
          .queryAllByRole('link')
          .map((link) => link.textContent),
      ).toEqual(inNavigation),
    );
    const found = screen.queryByRole('region', { name: 'Pages' });
    expect(found ? linksOf(found) : []).toEqual(below);
  });

  it('are the 404 page once no build lists them', async () => {
    renderApp('/reading');
    expect(await heading('site /reading')).toBeVisible();
    expect(linksOf(mainNav())).not.toContain('Reading list');
  });
});
