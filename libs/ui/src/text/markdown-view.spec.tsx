import type { MarkdownNode } from '@docfolio/markdown/document';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import '@docfolio/ui/test-environment';
import { act } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { MarkdownView } from './markdown-view.js';

const code: MarkdownNode = {
  t: 'pre',
  p: { 'data-language': 'ts', 'data-name': 'src/charge.ts' },
  c: [
    {
      t: 'code',
      c: [
        { t: 'span', p: { class: 'keyword' }, c: ['const '] },
        'a ',
        { t: 'span', p: { class: 'punctuation' }, c: ['= '] },
        '1\n\nb',
      ],
    },
  ],
};

const everything: MarkdownNode[] = [
  { t: 'h2', p: { id: 'claim-act-settle' }, c: ['Claim, act, settle'] },
  {
    t: 'p',
    c: [
      'A ',
      { t: 'strong', c: ['b'] },
      ' ',
      { t: 'a', p: { href: '/contact' }, c: ['c'] },
      { t: 'br' },
      { t: 'code', c: ['d'] },
    ],
  },
  code,
  {
    t: 'ul',
    c: [
      {
        t: 'li',
        p: { class: 'task' },
        c: [{ t: 'input', p: { type: 'checkbox', checked: true, disabled: true } }, ' e'],
      },
    ],
  },
  { t: 'ol', p: { start: 3 }, c: [{ t: 'li', c: ['f'] }] },
  {
    t: 'table',
    c: [
      { t: 'thead', c: [{ t: 'tr', c: [{ t: 'th', p: { align: 'right' }, c: ['g'] }] }] },
      { t: 'tbody', c: [{ t: 'tr', c: [{ t: 'td', c: ['h'] }] }] },
    ],
  },
  {
    t: 'figure',
    c: [
      { t: 'img', p: { src: '/a.svg', alt: 'i', width: 1200, height: 600, loading: 'lazy' } },
      { t: 'figcaption', c: ['j'] },
    ],
  },
  { t: 'blockquote', c: [{ t: 'p', c: ['k'] }] },
  { t: 'hr' },
  {
    t: 'section',
    p: { class: 'footnotes', 'aria-label': 'Footnotes' },
    c: [{ t: 'ol', c: [{ t: 'li', p: { id: 'footnote-1' }, c: ['l'] }] }],
  },
];

test('MarkdownView renders each element with its accessible role', () => {
  render(<MarkdownView nodes={everything} />);
  const heading = screen.getByRole('heading', { level: 2, name: 'Claim, act, settle' });
  expect(heading).toHaveAttribute('id', 'claim-act-settle');
  expect(within(heading).getByRole('link')).toHaveAttribute('href', '#claim-act-settle');
  expect(screen.getByRole('link', { name: 'c' })).toHaveAttribute('href', '/contact');
  expect(screen.getByRole('img', { name: 'Done' })).toBeInTheDocument();
  expect(screen.getAllByRole('list')[1]).toHaveAttribute('start', '3');
  expect(screen.getByRole('columnheader')).toHaveAttribute('align', 'right');
  expect(within(screen.getByRole('region', { name: 'Table' })).getByRole('table')).toBeInTheDocument();
  const image = screen.getByRole('img', { name: 'i' });
  expect(image).toHaveAttribute('width', '1200');
  expect(image).toHaveAttribute('loading', 'lazy');
  expect(screen.getByRole('region', { name: 'Footnotes' })).toHaveClass('footnotes');
  expect(screen.getByRole('separator')).toBeInTheDocument();
});

test('a heading that contains a link does not link to itself', () => {
  render(
    <MarkdownView
      nodes={[{ t: 'h3', p: { id: 'a-b' }, c: ['A ', { t: 'em', c: [{ t: 'a', p: { href: '/b' }, c: ['b'] }] }] }]}
    />,
  );
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/b']);
});

test('code shows its name and colours and copies its text', async () => {
  const user = userEvent.setup();
  render(<MarkdownView nodes={[code]} />);
  const region = screen.getByRole('region', { name: 'src/charge.ts' });
  expect(region).toHaveTextContent('const a = 1 b');
  expect(within(region).getByText('const')).toHaveClass('text-code-keyword');
  await user.click(screen.getByRole('button', { name: 'Copy src/charge.ts' }));
  expect(await navigator.clipboard.readText()).toBe('const a = 1\n\nb');
  expect(await screen.findByText('Copied')).toBeInTheDocument();
});

test('a table from right to left scrolls in that direction, code stays left to right', () => {
  const cell: MarkdownNode = { t: 'tr', c: [{ t: 'td', p: { dir: 'auto' }, c: ['א'] }] };
  const table: MarkdownNode = { t: 'table', p: { dir: 'rtl' }, c: [{ t: 'tbody', c: [cell] }] };
  render(<MarkdownView nodes={[table, code]} />);
  expect(screen.getByRole('region', { name: 'Table' })).toHaveAttribute('dir', 'rtl');
  expect(screen.getByRole('table')).toHaveAttribute('dir', 'rtl');
  expect(screen.getByRole('cell')).toHaveAttribute('dir', 'auto');
  expect(screen.getByRole('figure')).toHaveAttribute('dir', 'ltr');
});

test('elements outside the allowlist are replaced by their children', () => {
  const { container } = render(
    <MarkdownView
      nodes={[
        { t: 'script', c: ['alert(1)'] },
        { t: 'constructor', c: ['a'] },
        { t: 'iframe', p: { src: 'https://evil.example' }, c: [{ t: 'em', c: ['b'] }] },
        {
          t: 'p',
          p: {
            style: 'color:red',
            onclick: 'alert(1)',
            dangerouslySetInnerHTML: 'x',
            ref: 'x',
            key: 'x',
            children: 'x',
          },
          c: ['c'],
        },
        { t: 'a', p: { href: 'javascript:alert(1)', target: '_blank', class: 'fixed inset-0' }, c: ['d'] },
        { t: 'a', p: { href: '//evil.example' }, c: ['e'] },
        { t: 'img', p: { src: 'data:text/html,x', alt: 'f', srcset: 'x' } },
        { t: 'img', p: { src: true, alt: 'g' } },
        { t: 'span', p: { class: 'fixed' }, c: ['h'] },
      ]}
    />,
  );
  expect(container.innerHTML).toBe(
    '<div class="markdown">alert(1)a<em>b</em><p>c</p><a>d</a><a>e</a><span>h</span></div>',
  );
});

describe('an image with srcset and placeholder', () => {
  const placeholder = 'data:image/webp;base64,AAAA';
  const srcset = '/images/a.png?w=320 320w, /images/a.png?w=640 640w, /images/a.png 900w';
  const known = { src: '/images/a.png', srcset, alt: 'A', width: 900, height: 600, 'data-placeholder': placeholder };
  const nodes: MarkdownNode[] = [{ t: 'figure', c: [{ t: 'img', p: known }] }];

  test('is loaded in the width of the article, with the placeholder until it has loaded', () => {
    render(<MarkdownView nodes={nodes} />);
    const image = screen.getByRole('img', { name: 'A' });
    expect(image).toHaveAttribute('srcset', srcset);
    expect(image).toHaveAttribute('sizes', '(min-width: 45rem) 42rem, 100vw');
    expect(image).toHaveAttribute('width', '900');
    expect(image).toHaveStyle({ backgroundImage: `url(${placeholder})` });
    fireEvent.load(image);
    expect(image.style.backgroundImage).toBe('');
  });

  test('drops both when it fails to load', () => {
    render(<MarkdownView nodes={nodes} />);
    fireEvent.error(screen.getByRole('img', { name: 'A' }));
    const image = screen.getByRole('img', { name: 'Image not found' });
    expect(image).not.toHaveAttribute('srcset');
    expect(image.style.backgroundImage).toBe('');
    expect(image).toHaveAttribute('height', '600');
  });

  test('drops unsafe values', () => {
    const unsafe = { ...known, srcset: 'javascript:alert(1) 1w', 'data-placeholder': 'data:image/svg+xml,<svg/>' };
    render(<MarkdownView nodes={[{ t: 'img', p: unsafe }]} />);
    const image = screen.getByRole('img', { name: 'A' });
    expect(image).not.toHaveAttribute('srcset');
    expect(image).not.toHaveAttribute('style');
  });
});

describe('an image that fails to load', () => {
  const image: MarkdownNode[] = [
    { t: 'figure', c: [{ t: 'img', p: { src: '/gone.png', alt: 'A diagram', width: 1200, height: 600 } }] },
  ];

  test('is replaced by a placeholder of the same size', () => {
    render(<MarkdownView nodes={image} />);
    fireEvent.error(screen.getByRole('img', { name: 'A diagram' }));
    const placeholder = screen.getByRole('img', { name: 'Image not found' });
    expect(placeholder).toHaveAttribute('src', expect.stringMatching(/^data:image\/svg\+xml,/));
    expect(placeholder).toHaveAttribute('width', '1200');
    expect(placeholder).toHaveAttribute('height', '600');
  });

  test('is detected even if it failed before hydration', async () => {
    const { prototype } = HTMLImageElement;
    Object.defineProperty(prototype, 'complete', { configurable: true, get: () => true });
    Object.defineProperty(prototype, 'decode', {
      configurable: true,
      value: () => Promise.reject(new Error('broken')),
    });
    try {
      render(<MarkdownView nodes={image} />);
      await screen.findByRole('img', { name: 'Image not found' });
    } finally {
      Reflect.deleteProperty(prototype, 'complete');
      Reflect.deleteProperty(prototype, 'decode');
    }
  });

  test('is rendered normally when its src changes', () => {
    const { rerender } = render(<MarkdownView nodes={image} />);
    fireEvent.error(screen.getByRole('img'));
    rerender(<MarkdownView nodes={[{ t: 'figure', c: [{ t: 'img', p: { src: '/there.png', alt: 'There' } }] }]} />);
    expect(screen.getByRole('img', { name: 'There' })).toHaveAttribute('src', '/there.png');
  });
});

test('code wider than the page is focusable and scrollable by keyboard, and fades while there is more', async () => {
  const widths = jest.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(900);
  const client = jest.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300);
  render(<MarkdownView nodes={[code]} />);
  const region = screen.getByRole('region', { name: 'src/charge.ts' });
  expect(region).toHaveAttribute('tabindex', '0');
  expect(region.className).toContain('mask-image');
  region.scrollLeft = 600;
  fireEvent.scroll(region);
  await waitFor(() => expect(region.className).not.toContain('mask-image'));
  widths.mockRestore();
  client.mockRestore();
});

test('MarkdownView renders the same HTML on a server, which the browser hydrates without errors', async () => {
  const container = document.createElement('div');
  container.innerHTML = renderToString(<MarkdownView nodes={everything} />);
  document.body.append(container);
  const before = container.innerHTML;
  const complaints: unknown[] = [];
  const errors = jest.spyOn(console, 'error').mockImplementation((...args) => complaints.push(args));
  const root = await act(async () =>
    hydrateRoot(container, <MarkdownView nodes={everything} />, {
      onRecoverableError: (error) => complaints.push(error),
    }),
  );
  expect(complaints).toEqual([]);
  expect(container.innerHTML).toBe(before);
  await act(async () => root.unmount());
  errors.mockRestore();
  container.remove();
});
