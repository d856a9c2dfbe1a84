import { contentFiles, contentProblems } from './copy-check.js';

it('accepts all content files', () => {
  expect(contentProblems()).toEqual([]);
});

/** Returns the problems of one file after a change to a copy of its content. */
function problemsAfter<Content>(name: string, change: (content: Content) => void): string[] {
  const { file, schema, content } = contentFiles.find((entry) => entry.file === name)!;
  const copy = structuredClone(content) as Content;
  change(copy);
  return contentProblems([{ file, schema, content: copy }]);
}

type Site = { links: { booking: string }; owner: { timeZone: string } };
type Mentorship = { programmes: { price: number; popular: boolean }[] };
type About = { career: { since: number }[]; values: unknown[] };

it.each([
  [
    'a free programme',
    'mentorship.ts',
    ({ programmes }: Mentorship) => (programmes[0]!.price = 0),
    'programmes.0.price',
  ],
  [
    'two most popular programmes',
    'mentorship.ts',
    ({ programmes }: Mentorship) => (programmes[0]!.popular = true),
    'programmes',
  ],
  [
    'a link without https',
    'site.ts',
    ({ links }: Site) => (links.booking = 'http://book.example.com'),
    'links.booking',
  ],
  ['a link that is not a URL', 'site.ts', ({ links }: Site) => (links.booking = 'book me'), 'links.booking'],
  ['an unknown time zone', 'site.ts', ({ owner }: Site) => (owner.timeZone = 'Europe/Atlantis'), 'owner.timeZone'],
  ['a career with the oldest station first', 'about.ts', ({ career }: About) => career.reverse(), 'career'],
  ['no core values', 'about.ts', ({ values }: About) => values.splice(0), 'values'],
  ['an unknown currency', 'site.ts', (site: { currency: string }) => (site.currency = 'XYZ'), 'currency'],
] as const)('refuses %s and names its path', (_, file, change, path) => {
  const problems = problemsAfter(file, change as (content: unknown) => void);
  expect(problems.map((problem) => problem.split(': ').slice(0, 2).join(': '))).toContain(`${file}: ${path}`);
});
