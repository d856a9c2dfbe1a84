import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { installRemotes, renderApp } from '../../test/render-app.js';
import { setWindowWidth } from '../../test/setup.js';
import { setCollapsed } from './sidebar-preference.js';

beforeAll(installRemotes);
beforeEach(() => {
  setCollapsed(false);
  window.localStorage.clear();
  setWindowWidth(1440);
});

const page = (name: string) => screen.findByRole('heading', { level: 1, name });
const mainNav = () => screen.getByRole('navigation', { name: 'Main' });
const linksOf = (element: HTMLElement) =>
  within(element)
    .getAllByRole('link')
    .map((link) => link.textContent);
const search = () => screen.getByRole('searchbox', { name: 'Search documentation' });
const collapsed = () => document.documentElement.dataset.sidebar === 'collapsed';
/** Titles in the navigation, in order (specification, section 2). */
const everyPage = ['Main', 'About', 'Services', 'Contact', 'Mentorship', 'Portfolio', 'Blog', 'Bookmarks'];

describe('the public layout', () => {
  it('surrounds public pages but not the sign-in page', async () => {
    const { unmount } = renderApp('/contact');
    await page('site /contact');
    expect(screen.getByRole('banner')).toHaveTextContent('Documentation v2025.8.15'.replace(' v', 'v'));
    expect(linksOf(mainNav())).toEqual(everyPage);
    expect(within(mainNav()).getByRole('link', { name: 'Contact' })).toHaveAttribute('aria-current', 'page');
    unmount();
    renderApp('/auth');
    await page('crm /auth');
    expect(screen.queryByRole('banner')).not.toBeInTheDocument();
  });

  it.each([
    ['/', 'site /'],
    ['/blog', 'blog /blog'],
    ['/auth', 'crm /auth'],
    ['/admin/nope', 'site /admin/nope'],
    ['/pricing', 'site /pricing'],
  ])('mounts for %s the remote that renders it', async (path, heading) => {
    renderApp(path);
    expect(await page(heading)).toBeVisible();
  });

  it('marks the blog as the current page on its posts', () => {
    renderApp('/blog/a-post');
    expect(within(mainNav()).getByRole('link', { current: 'page' })).toHaveTextContent('Blog');
  });

  it('links to two profiles and the booking platform in new tabs', () => {
    renderApp('/contact');
    for (const name of ['GitHub', 'LinkedIn', 'Book Mentorship']) {
      const link = screen.getByRole('link', { name });
      expect(link).toHaveAttribute('target', '_blank');
      expect(link).toHaveAttribute('rel', expect.stringContaining('noopener'));
    }
    expect(screen.getByRole('link', { name: 'Get in Touch' })).toHaveAttribute('href', '/contact');
  });

  it('switches the theme and stores the choice', async () => {
    renderApp('/contact');
    await userEvent.click(screen.getByRole('button', { name: 'Switch to light theme' }));
    expect(document.documentElement).toHaveAttribute('data-theme', 'light');
    expect(window.localStorage.getItem('theme')).toBe('light');
    await userEvent.click(screen.getByRole('button', { name: 'Switch to dark theme' }));
    expect(document.documentElement).toHaveAttribute('data-theme', 'dark');
  });
});

describe('the breadcrumb', () => {
  it.each([
    ['/contact', ['Main', 'Contact']],
    ['/pricing/old%20plans', ['Main', 'Pricing', 'Old plans']],
    ['/pricing/%E0%A4%A', ['Main', 'Pricing', '%E0%A4%A']],
  ])('has the titles of the segments of %s', (path, crumbs) => {
    renderApp(path);
    const items = within(screen.getByRole('navigation', { name: 'Breadcrumb' })).getAllByRole('listitem');
    expect(items.map((item) => item.textContent)).toEqual(crumbs);
  });

  it('is absent on the home page', () => {
    renderApp('/');
    expect(screen.queryByRole('navigation', { name: 'Breadcrumb' })).not.toBeInTheDocument();
  });
});

describe('a navigation to another page', () => {
  it('is announced, focuses the content, scrolls to the top and sets the title', async () => {
    const scrolled = jest.spyOn(window, 'scrollTo');
    renderApp('/contact');
    await page('site /contact');
    expect(document.title).toBe('Contact · Alex Morgan · Software consulting');
    await userEvent.click(within(mainNav()).getByRole('link', { name: 'Blog' }));
    await page('blog /blog');
    expect(screen.getByRole('main')).toHaveFocus();
    expect(document.title).toBe('Blog · Alex Morgan · Software consulting');
    expect(
      screen.getByText('Blog · Alex Morgan · Software consulting', { selector: '[role=status]' }),
    ).toBeInTheDocument();
    expect(scrolled).toHaveBeenLastCalledWith(0, 0);
  });

  it('keeps the title that a page declares', async () => {
    renderApp('/blog');
    const declared = document.createElement('title');
    declared.textContent = 'A post';
    document.head.append(declared);
    await waitFor(() => expect(document.title).toBe('A post'));
    declared.remove();
    await waitFor(() => expect(document.title).toBe('Blog · Alex Morgan · Software consulting'));
  });
});

describe('collapsing the sidebar', () => {
  it('is stored in a cookie of the whole site for seven days', async () => {
    const written = jest.spyOn(document, 'cookie', 'set');
    const { unmount } = renderApp('/contact');
    await userEvent.click(screen.getByRole('button', { name: 'Collapse' }));
    expect(collapsed()).toBe(true);
    expect(written).toHaveBeenLastCalledWith('sidebar_state=collapsed; path=/; max-age=604800; samesite=lax');
    unmount();
    renderApp('/');
    expect(collapsed()).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Expand' }));
    expect(document.cookie).toContain('sidebar_state=expanded');
  });

  it('hides the search box and keeps the focus on the button', async () => {
    renderApp('/contact');
    const button = screen.getByRole('button', { name: 'Collapse' });
    await userEvent.click(button);
    expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Expand' })).toBe(button);
    expect(button).toHaveFocus();
    expect(button).toHaveAttribute('aria-expanded', 'false');
  });

  it.each([{ ctrlKey: true }, { metaKey: true }])('is toggled by the key B with %o', (modifier) => {
    renderApp('/contact');
    const press = (target: Element, more = {}) => fireEvent.keyDown(target, { key: 'b', ...modifier, ...more });
    expect(press(document.body)).toBe(false);
    expect(collapsed()).toBe(true);
    press(document.body);
    expect(collapsed()).toBe(false);
  });

  it('ignores the key in a text field, with other modifiers, and without a modifier', () => {
    renderApp('/contact');
    expect(fireEvent.keyDown(search(), { key: 'b', ctrlKey: true })).toBe(true);
    for (const more of [{ ctrlKey: true, shiftKey: true }, { metaKey: true, altKey: true }, {}]) {
      fireEvent.keyDown(document.body, { key: 'b', ...more });
    }
    expect(collapsed()).toBe(false);
  });
});

describe('the sidebar on a phone', () => {
  beforeEach(() => setWindowWidth(390));

  it('is a drawer that closes when a link is followed', async () => {
    renderApp('/contact');
    await page('site /contact');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Open navigation' }));
    const drawer = screen.getByRole('dialog', { name: 'Navigation' });
    expect(drawer).toHaveAttribute('open');
    expect(within(drawer).getByRole('link', { name: 'GitHub' })).toBeVisible();
    await userEvent.click(within(drawer).getByRole('link', { name: 'Blog' }));
    expect(await page('blog /blog')).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('is opened and closed by Ctrl-B, and stays closed after the window was widened', () => {
    renderApp('/contact');
    fireEvent.keyDown(document.body, { key: 'b', ctrlKey: true });
    expect(screen.getByRole('dialog')).toHaveAttribute('open');
    fireEvent.keyDown(document.body, { key: 'b', ctrlKey: true });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    fireEvent.keyDown(document.body, { key: 'b', ctrlKey: true });
    act(() => setWindowWidth(1440));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(collapsed()).toBe(false);
    act(() => setWindowWidth(390));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});
