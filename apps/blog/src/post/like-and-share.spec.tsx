/** @alone replaces the module that loads the menu */
import { dismissToast } from '@docfolio/ui/runtime';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderPage } from '../../test/render-page.js';
import { wholePost } from '../../test/samples.js';
import { LikeButton } from './like-button.js';
import { likedPostsKey } from './liked-posts.js';
import { loadShareMenu } from './load-share-menu.js';
import { ShareButton } from './share-button.js';

// Calls the real function unless a test replaces it.
jest.mock('./load-share-menu.js', () => {
  const actual = jest.requireActual<typeof import('./load-share-menu.js')>('./load-share-menu.js');
  return { loadShareMenu: jest.fn(actual.loadShareMenu) };
});
const load = jest.mocked(loadShareMenu);
const loadFile = load.getMockImplementation()!;

const post = wholePost(1);
const link = `${window.location.origin}/blog/post-1`;

afterEach(() => {
  act(() => dismissToast());
  localStorage.clear();
  load.mockReset().mockImplementation(loadFile);
  jest.restoreAllMocks();
});

describe('liking', () => {
  const open = () => renderPage(<LikeButton post={post} look="framed" />, '/blog/post-1');
  const stored = () => JSON.parse(localStorage.getItem(likedPostsKey) ?? 'null');

  it('adds one to the count of this browser and removes it again', async () => {
    const user = userEvent.setup();
    open();
    await user.click(screen.getByRole('button', { name: 'Like 24', pressed: false }));
    expect(await screen.findByText('Added to liked posts')).toBeVisible();
    expect(stored()).toEqual([post.id]);
    await user.click(screen.getByRole('button', { name: 'Like 25', pressed: true }));
    expect(await screen.findByText('Removed from liked posts')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Like 24', pressed: false })).toBeVisible();
    expect(stored()).toEqual([]);
  });

  it('is stored with other liked posts and shown by all buttons of the post', async () => {
    localStorage.setItem(likedPostsKey, JSON.stringify(['another']));
    const user = userEvent.setup();
    renderPage(
      <>
        <LikeButton post={post} look="quiet" />
        <LikeButton post={post} look="framed" />
      </>,
      '/blog/post-1',
    );
    await user.click(screen.getAllByRole('button', { name: 'Like 24' })[0]!);
    expect(screen.getAllByRole('button', { name: 'Like 25', pressed: true })).toHaveLength(2);
    expect(stored()).toEqual(['another', post.id]);
  });

  it('is synchronised from another tab', () => {
    open();
    localStorage.setItem(likedPostsKey, JSON.stringify([post.id]));
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: likedPostsKey })));
    expect(screen.getByRole('button', { name: 'Like 25', pressed: true })).toBeVisible();
    localStorage.clear();
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: null })));
    expect(screen.getByRole('button', { name: 'Like 24', pressed: false })).toBeVisible();
  });

  it.each(['{', '{"a":1}', '[1,null]'])('ignores the invalid stored value %s', async (text) => {
    localStorage.setItem(likedPostsKey, text);
    const user = userEvent.setup();
    open();
    await user.click(screen.getByRole('button', { name: 'Like 24' }));
    expect(stored()).toEqual([post.id]);
  });

  it('works until the page is left if storage is blocked', async () => {
    jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new Error('denied');
    });
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('denied');
    });
    const user = userEvent.setup();
    open();
    await user.click(screen.getByRole('button', { name: 'Like 24' }));
    await user.click(screen.getByRole('button', { name: 'Like 25', pressed: true }));
    expect(screen.getByRole('button', { name: 'Like 24', pressed: false })).toBeVisible();
  });
});

describe('sharing', () => {
  const open = () => renderPage(<ShareButton post={post} look="framed" />, '/blog/post-1');
  const button = () => screen.getByRole('button', { name: 'Share' });
  const choose = async (user: ReturnType<typeof userEvent.setup>, name: string) => {
    await user.click(button());
    await user.click(await screen.findByRole('menuitem', { name }));
  };

  it('offers five targets', async () => {
    const user = userEvent.setup();
    open();
    expect(button()).toHaveAttribute('aria-haspopup', 'menu');
    await user.click(button());
    const menu = within(await screen.findByRole('menu'));
    expect(menu.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
      'Twitter',
      'LinkedIn',
      'Facebook',
      'Email',
      'Copy link',
    ]);
  });

  it.each([
    ['Twitter', 'https://twitter.com/intent/tweet', { url: link, text: 'Post number 1' }],
    ['LinkedIn', 'https://www.linkedin.com/sharing/share-offsite/', { url: link }],
    ['Facebook', 'https://www.facebook.com/sharer/sharer.php', { u: link }],
  ])('opens %s in a new window without opener', async (name, address, query) => {
    const opened = jest.spyOn(window, 'open').mockReturnValue(null);
    const user = userEvent.setup();
    open();
    await choose(user, name);
    const [url, target, features] = opened.mock.calls[0]!;
    expect(target).toBe('_blank');
    expect(features).toContain('noopener');
    expect(String(url).split('?')[0]).toBe(address);
    expect(Object.fromEntries(new URL(String(url)).searchParams)).toEqual(query);
  });

  it('opens an email with title and link', async () => {
    const opened = jest.spyOn(window, 'open').mockReturnValue(null);
    const user = userEvent.setup();
    open();
    await choose(user, 'Email');
    expect(opened.mock.calls[0]?.slice(0, 2)).toEqual([
      `mailto:?subject=Post%20number%201&body=${encodeURIComponent(link)}`,
      '_self',
    ]);
  });

  it('copies the link with a toast', async () => {
    const user = userEvent.setup();
    open();
    await choose(user, 'Copy link');
    expect(await screen.findByText('Link copied!')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(link);
  });

  it('copies the link without a clipboard API', async () => {
    const user = userEvent.setup();
    open();
    jest.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as unknown as Clipboard);
    document.execCommand = () => true;
    await choose(user, 'Copy link');
    expect(await screen.findByText('Link copied!')).toBeVisible();
  });

  it.each([
    [
      'Copy link',
      () => {
        jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
        document.execCommand = () => false;
      },
    ],
    [
      'Twitter',
      () => {
        jest.spyOn(window, 'open').mockImplementation(() => {
          throw new Error('blocked');
        });
      },
    ],
  ])('shows a toast if it failed: %s', async (name, fail) => {
    const user = userEvent.setup();
    open();
    fail();
    await choose(user, name);
    expect(await screen.findByText('Sharing failed')).toBeVisible();
    expect(screen.getByText('Unable to share this post. Please try again.')).toBeVisible();
  });

  it('shows a toast if its menu cannot be loaded, and retries at the next press', async () => {
    load.mockRejectedValue(new Error('Loading chunk 1 failed'));
    const user = userEvent.setup();
    open();
    await user.click(button());
    expect(await screen.findByText('Sharing failed')).toBeVisible();
    load.mockImplementation(loadFile);
    await user.click(button());
    expect(await screen.findByRole('menu')).toBeVisible();
  });

  it('works with the keyboard and returns the focus', async () => {
    const opened = jest.spyOn(window, 'open').mockReturnValue(null);
    const user = userEvent.setup();
    open();
    await user.tab();
    expect(button()).toHaveFocus();
    await user.keyboard('{Enter}');
    await screen.findByRole('menu');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
    expect(button()).toHaveFocus();
    await user.keyboard('{Enter}');
    await screen.findByRole('menu');
    await user.keyboard('{ArrowDown}{Enter}');
    expect(opened).toHaveBeenCalledTimes(1);
  });
});
