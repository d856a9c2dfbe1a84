import { listedCollections, recordPageOf } from '@docfolio/contracts/record-page';
import { allKinds, kinds } from './kinds.js';

test('the list of kinds without the line of a kind does not compile', () => {
  const { testimonials, ...others } = kinds;
  // @ts-expect-error Property 'testimonials' is missing
  const incomplete: typeof kinds = others;
  expect(Object.values(incomplete)).not.toContain(testimonials);
});

test('each kind has the path, title and drawer of its page in the contracts', () => {
  const pages = Object.fromEntries(allKinds.map(({ topic, path, title, drawer }) => [topic, { path, title, drawer }]));
  expect(pages).toEqual(Object.fromEntries(listedCollections.map((each) => [each, recordPageOf(each)])));
});
