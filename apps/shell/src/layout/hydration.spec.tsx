import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@docfolio/site-copy/pages';
import { act, screen, waitFor, within } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { setWindowWidth } from '../../test/setup.js';
import { browserPage, pageTitle, serverHtml } from './testing/framed-page.js';
import { readingPages } from './testing/reading-pages.js';

const headScript = readFileSync(path.join(__dirname, '../../../../libs/ui/src/theme-script.js'), 'utf8');

/** Runs the head script and inserts the server's HTML, as in a browser before hydration. @returns the root element */
function documentOf(address: string, html: string): HTMLElement {
  window.history.replaceState(null, '', address);
  new Function(headScript)();
  document.body.innerHTML = `<div id="root">${html}</div>`;
  return document.getElementById('root')!;
}

let root: Root | undefined;
async function hydrate(container: HTMLElement, pages?: readonly Page[]): Promise<string[]> {
  const complaints: string[] = [];
  const logged = jest.spyOn(console, 'error').mockImplementation((...words) => {
    // jsdom does not support all elements of the page, which React reports.
    if (!String(words[0]).includes('is unrecognized in this browser')) complaints.push(words.join(' '));
  });
  await act(async () => {
    root = hydrateRoot(container, browserPage(pages), {
      onRecoverableError: (error) => complaints.push(String(error)),
    });
  });
  logged.mockRestore();
  return complaints;
}

beforeEach(() => {
  setWindowWidth(1440);
  window.localStorage.clear();
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no CookieStore
  document.cookie = 'sidebar_state=; max-age=0; path=/';
  for (const name of ['theme', 'sidebar', 'platform']) delete document.documentElement.dataset[name];
});
afterEach(async () => {
  await act(async () => root?.unmount());
});

describe('hydration of the layout', () => {
  it.each([
    ['a first visit', () => {}],
    ['a phone', () => setWindowWidth(390)],
    ['the light theme', () => window.localStorage.setItem('theme', 'light')],
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no CookieStore
    ['a collapsed sidebar', () => (document.cookie = 'sidebar_state=collapsed; path=/')],
    [
      'a Mac',
      () => jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15)'),
    ],
  ])('has no errors on %s', async (_visitor, prepare) => {
    prepare();
    const html = serverHtml('/services');
    const container = documentOf('/services', html);
    expect(await hydrate(container)).toEqual([]);
    expect(screen.getByRole('heading', { name: pageTitle })).toBeVisible();
    expect(within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link')).toHaveLength(8);
    jest.restoreAllMocks();
  });

  it('has no errors on a page of a remote that the platform does not know', async () => {
    const container = documentOf('/reading/1', serverHtml('/reading/1', readingPages));
    expect(await hydrate(container, readingPages)).toEqual([]);
    expect(within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link')).toHaveLength(9);
    expect(screen.getByRole('navigation', { name: 'Breadcrumb' })).toHaveTextContent('Main/Reading list/1');
  });

  it('has no errors on the 404 page, and adds the path to the breadcrumb', async () => {
    const container = documentOf('/wp-login.php', serverHtml('/404'));
    expect(await hydrate(container)).toEqual([]);
    const crumbs = screen.getByRole('navigation', { name: 'Breadcrumb' });
    expect(crumbs).toHaveTextContent('Wp-login.php');
  });

  it('shows the stored theme and sidebar state afterwards', async () => {
    window.localStorage.setItem('theme', 'light');
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no CookieStore
    document.cookie = 'sidebar_state=collapsed; path=/';
    const container = documentOf('/services', serverHtml('/services'));
    const { dataset } = document.documentElement;
    // Before hydration: set by the head script.
    expect([dataset.theme, dataset.sidebar]).toEqual(['light', 'collapsed']);
    expect(screen.getByRole('button', { name: 'Collapse' })).toBeVisible();
    await hydrate(container);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Expand' })).toBeVisible());
    expect(screen.getByRole('button', { name: 'Switch to dark theme' })).toBeVisible();
    expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
  });
});

describe('the head script', () => {
  it.each([
    ['sidebar_state=collapsed; path=/', 'collapsed'],
    ['sidebar_state=expanded; path=/', undefined],
    ['other_sidebar_state=collapsed; path=/', undefined],
  ])('maps the cookie %s to the sidebar state %s', (cookie, state) => {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no CookieStore
    document.cookie = cookie;
    documentOf('/', '');
    expect(document.documentElement.dataset.sidebar).toBe(state);
    expect(document.documentElement.dataset.theme).toBe('dark');
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no CookieStore
    document.cookie = 'other_sidebar_state=; max-age=0; path=/';
  });

  it('selects the dark theme if storage is blocked', () => {
    jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('The operation is insecure', 'SecurityError');
    });
    documentOf('/', '');
    expect(document.documentElement.dataset.theme).toBe('dark');
    jest.restoreAllMocks();
  });
});
