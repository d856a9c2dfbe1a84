import { createQueryClient } from '@docfolio/api-client/query';
import { listedCollections, recordPageOf } from '@docfolio/contracts/core/record-page';
import { BrowserRouter } from '@docfolio/federation/router';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { Suspense } from 'react';
import { allKinds, kinds } from './kinds.js';

test('omitting a record kind from the table of kinds is a compile error', () => {
  const { testimonials, ...others } = kinds;
  // @ts-expect-error Property 'testimonials' is missing
  const incomplete: typeof kinds = others;
  expect(Object.values(incomplete)).not.toContain(testimonials);
});

test('takes path, title and drawer of each record kind from the contracts', () => {
  const pages = Object.fromEntries(allKinds.map(({ topic, path, title, drawer }) => [topic, { path, title, drawer }]));
  expect(pages).toEqual(Object.fromEntries(listedCollections.map((each) => [each, recordPageOf(each)])));
});

test('a preloaded list page is rendered without suspending', async () => {
  const { Page, preloadPage } = kinds.leads;
  await preloadPage();
  const { container } = render(
    <QueryClientProvider client={createQueryClient()}>
      <BrowserRouter>
        <Suspense fallback="Loading">
          <Page />
        </Suspense>
      </BrowserRouter>
    </QueryClientProvider>,
  );
  expect(container).toHaveTextContent('Leads');
});
