import { render, screen, within } from '@testing-library/react';
import '@docfolio/ui/test-environment';
import { Chip } from './chip.js';
import { Pagination } from './pagination.js';

const hrefOf = (page: number) => (page === 1 ? '/blog' : `/blog?page=${page}`);

function paged(page: number, total: number) {
  const { container } = render(
    <Pagination label="Pages of posts" page={page} total={total} pageSize={9} hrefOf={hrefOf} />,
  );
  return container;
}

const linkNames = () => screen.getAllByRole('link').map((link) => link.getAttribute('aria-label') ?? link.textContent);

test('says what is shown and links the pages around the current one', () => {
  paged(5, 104);
  const nav = screen.getByRole('navigation', { name: 'Pages of posts' });
  expect(nav).toHaveTextContent('37–45 of 104');
  expect(linkNames()).toEqual(['Previous', 'Page 1', 'Page 4', 'Page 5', 'Page 6', 'Page 12', 'Next']);
  expect(within(nav).getByRole('link', { current: 'page' })).toHaveTextContent(/^5$/);
  expect(screen.getByRole('link', { name: 'Previous' })).toHaveAttribute('href', '/blog?page=4');
  expect(screen.getByRole('link', { name: 'Next' })).toHaveAttribute('rel', 'next');
  expect(screen.getByRole('link', { name: 'Page 1' })).toHaveAttribute('href', '/blog');
});

test('the ends lead nowhere further', () => {
  paged(1, 20);
  expect(linkNames()).toEqual(['Page 1', 'Page 2', 'Page 3', 'Next']);
});

test('the last page counts only what is there', () => {
  paged(12, 104);
  expect(screen.getByRole('navigation')).toHaveTextContent('100–104 of 104');
  expect(screen.queryByRole('link', { name: 'Next' })).toBeNull();
});

test('one page has a count and no links, an empty list nothing', () => {
  const container = paged(1, 4);
  expect(container).toHaveTextContent('1–4 of 4');
  expect(screen.queryByRole('link')).toBeNull();
  expect(paged(1, 0)).toBeEmptyDOMElement();
});

test('a router draws the links with its own component', () => {
  render(
    <Pagination
      label="Pages"
      page={1}
      total={30}
      pageSize={9}
      hrefOf={hrefOf}
      renderLink={({ href, ...rest }) => <a data-router="" href={`/base${href}`} {...rest} />}
    />,
  );
  expect(screen.getByRole('link', { name: 'Page 2' })).toHaveAttribute('href', '/base/blog?page=2');
});

test('a chip is a button that is pressed, or a link to the current choice', () => {
  render(
    <>
      <Chip selected>Articles</Chip>
      <Chip selected={false}>Tools</Chip>
      <Chip selected asChild>
        <a href="/blog">All Posts</a>
      </Chip>
      <Chip selected={false} asChild>
        <a href="/blog?category=AI">AI</a>
      </Chip>
    </>,
  );
  expect(screen.getByRole('button', { pressed: true })).toHaveTextContent('Articles');
  expect(screen.getByRole('button', { pressed: false })).toHaveTextContent('Tools');
  expect(screen.getByRole('link', { current: true })).toHaveTextContent('All Posts');
  expect(screen.getByRole('link', { name: 'AI' })).not.toHaveAttribute('aria-current');
});
