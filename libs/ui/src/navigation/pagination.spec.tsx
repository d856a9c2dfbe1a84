import { render, screen, within } from '@testing-library/react';
import '@docfolio/ui/test-environment';
import { Chip } from '../buttons/chip.js';
import { Pagination } from './pagination.js';

const hrefOf = (page: number) => (page === 1 ? '/blog' : `/blog?page=${page}`);

function paged(page: number, total: number) {
  const { container } = render(
    <Pagination label="Pages of posts" page={page} total={total} pageSize={9} hrefOf={hrefOf} />,
  );
  return container;
}

const linkNames = () => screen.getAllByRole('link').map((link) => link.getAttribute('aria-label') ?? link.textContent);

test('Pagination shows the range of entries and links the pages around the current one', () => {
  paged(5, 104);
  const nav = screen.getByRole('navigation', { name: 'Pages of posts' });
  expect(nav).toHaveTextContent('37–45 of 104');
  expect(linkNames()).toEqual(['Previous', 'Page 1', 'Page 4', 'Page 5', 'Page 6', 'Page 12', 'Next']);
  expect(within(nav).getByRole('link', { current: 'page' })).toHaveTextContent(/^5$/);
  expect(screen.getByRole('link', { name: 'Previous' })).toHaveAttribute('href', '/blog?page=4');
  expect(screen.getByRole('link', { name: 'Next' })).toHaveAttribute('rel', 'next');
  expect(screen.getByRole('link', { name: 'Page 1' })).toHaveAttribute('href', '/blog');
});

test('Pagination has no Previous link on the first and no Next link on the last page', () => {
  paged(1, 20);
  expect(linkNames()).toEqual(['Page 1', 'Page 2', 'Page 3', 'Next']);
});

test('Pagination shows the actual number of entries on the last page', () => {
  paged(12, 104);
  expect(screen.getByRole('navigation')).toHaveTextContent('100–104 of 104');
  expect(screen.queryByRole('link', { name: 'Next' })).toBeNull();
});

test('Pagination shows only the count for one page and nothing for an empty list', () => {
  const container = paged(1, 4);
  expect(container).toHaveTextContent('1–4 of 4');
  expect(screen.queryByRole('link')).toBeNull();
  expect(paged(1, 0)).toBeEmptyDOMElement();
});

test('Pagination renders links with the router’s component', () => {
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

test('a chip is a button with aria-pressed or a link with aria-current', () => {
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
