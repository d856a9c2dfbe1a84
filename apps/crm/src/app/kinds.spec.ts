import { listedCollections, recordPageOf } from '@docfolio/contracts/record-page';
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
