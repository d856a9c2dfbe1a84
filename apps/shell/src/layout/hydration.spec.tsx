import { readFileSync } from 'node:fs';
import path from 'node:path';
import { act, screen, waitFor, within } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { setWindowWidth } from '../../test/setup.js';
import { browserPage, pageTitle, serverHtml } from './testing/framed-page.js';

const headScript = readFileSync(path.join(__dirname, '../../../../libs/ui/src/theme-script.js'), 'utf8');

/** A document as the browser has it before React: its cookie and storage, the script of the head, the server's HTML. */
function documentOf(address: string, html: string): HTMLElement {
  window.history.replaceState(null, '', address);
  new Function(headScript)();
  document.body.innerHTML = `<div id="root">${html}</div>`;
  return document.getElementById('root')!;
}

let root: Root | undefined;
async function hydrate(container: HTMLElement): Promise<string[]> {
  const complaints: string[] = [];
  const logged = jest.spyOn(console, 'error').mockImplementation((...words) => {
    // jsdom is older than this element.
    if (!String(words[0]).includes('is unrecognized in this browser')) complaints.push(words.join(' '));
  });
  await act(async () => {
    root = hydrateRoot(container, browserPage(), { onRecoverableError: (error) => complaints.push(String(error)) });
  });
  logged.mockRestore();
  return complaints;
}

beforeEach(() => {
  setWindowWidth(1440);
  window.localStorage.clear();
  // biome-ignore lint/suspicious/noDocumentCookie: the browser's jar as an earlier visit left it
  document.cookie = 'sidebar_state=; max-age=0; path=/';
  for (const name of ['theme', 'sidebar', 'platform']) delete document.documentElement.dataset[name];
});
afterEach(async () => {
  await act(async () => root?.unmount());
});

describe('the browser takes it over without a difference', () => {
  it.each([
    ['a first visit', () => {}],
    ['a phone', () => setWindowWidth(390)],
    ['the light theme', () => window.localStorage.setItem('theme', 'light')],
    // biome-ignore lint/suspicious/noDocumentCookie: the browser's jar as an earlier visit left it
    ['a collapsed sidebar', () => (document.cookie = 'sidebar_state=collapsed; path=/')],
    [
      'a Mac',
      () => jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15)'),
    ],
  ])('on %s', async (_visitor, prepare) => {
    prepare();
    const html = serverHtml('/services');
    const container = documentOf('/services', html);
    expect(await hydrate(container)).toEqual([]);
    expect(screen.getByRole('heading', { name: pageTitle })).toBeVisible();
    expect(within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link')).toHaveLength(8);
    jest.restoreAllMocks();
  });

  it('at a path that is no page, which the server knows nothing of', async () => {
    const container = documentOf('/wp-login.php', serverHtml('/404'));
    expect(await hydrate(container)).toEqual([]);
    const crumbs = screen.getByRole('navigation', { name: 'Breadcrumb' });
    expect(crumbs).toHaveTextContent('Wp-login.php');
  });

  it('and then says what only the browser knows', async () => {
    window.localStorage.setItem('theme', 'light');
    // biome-ignore lint/suspicious/noDocumentCookie: the browser's jar as an earlier visit left it
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

describe('the script of the head', () => {
  it.each([
    ['sidebar_state=collapsed; path=/', 'collapsed'],
    ['sidebar_state=expanded; path=/', undefined],
    ['other_sidebar_state=collapsed; path=/', undefined],
  ])('makes of the cookie %s the state %s', (cookie, state) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the browser's jar as an earlier visit left it
    document.cookie = cookie;
    documentOf('/', '');
    expect(document.documentElement.dataset.sidebar).toBe(state);
    expect(document.documentElement.dataset.theme).toBe('dark');
    // biome-ignore lint/suspicious/noDocumentCookie: taken out of the jar again
    document.cookie = 'other_sidebar_state=; max-age=0; path=/';
  });

  it('is dark where the storage is refused', () => {
    jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('The operation is insecure', 'SecurityError');
    });
    documentOf('/', '');
    expect(document.documentElement.dataset.theme).toBe('dark');
    jest.restoreAllMocks();
  });
});
