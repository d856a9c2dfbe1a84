import { act, render } from '@testing-library/react';
import { useDocumentTitle } from './document-title.js';

const titles = () => [...document.head.querySelectorAll('title')].map(({ textContent }) => textContent);
const descriptions = () =>
  [...document.head.querySelectorAll<HTMLMetaElement>('meta[name="description"]')].map(({ content }) => content);

function Shell({ title, page }: { title: string; page?: string }) {
  useDocumentTitle(title);
  return (
    page && (
      <>
        <title>{page}</title>
        <meta name="description" content={`About ${page}`} />
      </>
    )
  );
}

/** Waits until the shell has handled the tags that React added to the head. */
const settled = () => act(async () => {});

beforeEach(() => document.head.replaceChildren());

describe('a document that the browser renders', () => {
  beforeEach(() => {
    document.head.innerHTML =
      '<title data-initial>Of the table</title><meta data-initial name="description" content="Of the table">';
  });

  it('has the title from the page list until the page declares its own', async () => {
    const { rerender } = render(<Shell title="Contact" />);
    expect([titles(), descriptions()]).toEqual([['Contact'], ['Of the table']]);
    rerender(<Shell title="Contact" page="Write to me" />);
    await settled();
    expect([titles(), descriptions()]).toEqual([['Write to me'], ['About Write to me']]);
    rerender(<Shell title="Admin Access" />);
    await settled();
    expect([titles(), descriptions()]).toEqual([['Admin Access'], []]);
  });
});

describe('a server-rendered document', () => {
  beforeEach(() => {
    document.head.innerHTML =
      '<title data-rendered="">A post</title><meta data-rendered="" name="description" content="About a post">';
  });

  it('keeps the title of the page, which is not in the page list', async () => {
    render(<Shell title="Blog" />);
    await settled();
    expect([titles(), descriptions()]).toEqual([['A post'], ['About a post']]);
  });

  it('gets the title of the next page after React removed the old one', async () => {
    const { rerender } = render(<Shell title="Blog" />);
    for (const tag of document.head.querySelectorAll('[data-rendered]')) tag.remove();
    rerender(<Shell title="Contact" />);
    await settled();
    expect(titles()).toEqual(['Contact']);
  });

  it('has one head when the page is rendered again instead of hydrated', async () => {
    const { rerender } = render(<Shell title="Blog" />);
    rerender(<Shell title="Blog" page="A post, by Retry" />);
    await settled();
    expect([titles(), descriptions()]).toEqual([['A post, by Retry'], ['About A post, by Retry']]);
  });
});
