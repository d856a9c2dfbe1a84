import { contentProblems, ownersWords } from './content-check.js';

it('finds nothing wrong with the owner’s words', () => {
  expect(contentProblems()).toEqual([]);
});

/** The problems of one file after a change to a copy of its words. */
function problemsAfter<Words>(name: string, change: (words: Words) => void): string[] {
  const { file, schema, words } = ownersWords.find((entry) => entry.file === name)!;
  const copy = structuredClone(words) as Words;
  change(copy);
  return contentProblems([{ file, schema, words: copy }]);
}

type Site = { links: { booking: string }; owner: { timeZone: string } };
type Mentorship = { programmes: { price: number; popular: boolean }[] };
type About = { career: { since: number }[]; values: unknown[] };

it.each([
  [
    'a price that its sessions do not add up to',
    'mentorship.ts',
    ({ programmes }: Mentorship) => (programmes[1]!.price = 699),
    'programmes.1.perSession',
  ],
  [
    'a free programme',
    'mentorship.ts',
    ({ programmes }: Mentorship) => (programmes[0]!.price = 0),
    'programmes.0.price',
  ],
  [
    'two most popular ones',
    'mentorship.ts',
    ({ programmes }: Mentorship) => (programmes[0]!.popular = true),
    'programmes',
  ],
  [
    'an address without https',
    'site.ts',
    ({ links }: Site) => (links.booking = 'http://book.example.com'),
    'links.booking',
  ],
  ['what is no address', 'site.ts', ({ links }: Site) => (links.booking = 'book me'), 'links.booking'],
  [
    'a time zone that there is not',
    'site.ts',
    ({ owner }: Site) => (owner.timeZone = 'Europe/Atlantis'),
    'owner.timeZone',
  ],
  ['a career that runs backwards', 'about.ts', ({ career }: About) => career.reverse(), 'career'],
  ['a missing value', 'about.ts', ({ values }: About) => values.pop(), 'values'],
] as const)('refuses %s and says where it stands', (_, file, change, path) => {
  const problems = problemsAfter(file, change as (words: unknown) => void);
  expect(problems.map((problem) => problem.split(': ').slice(0, 2).join(': '))).toContain(`${file}: ${path}`);
});
