import { buildRecord, remoteName, remotePages, reservedRemoteNames } from './remote.js';

/** Returns what is refused about the pages of a remote, as `<place>: <message>`. */
const refused = (pages: unknown, remote = 'reading') =>
  remotePages(remote)
    .safeParse(pages)
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);

const shelf = {
  ...{ path: '/reading', title: 'Reading list', description: 'Books that changed how I work.' },
  nav: { group: 'Reference', icon: 'bookmark' },
};
const book = { path: '/reading/:id', title: 'Book', ownBreadcrumb: true, hasForms: true };

describe('the pages of a remote', () => {
  it('may be its path, and paths below it with up to six segments', () => {
    expect(refused([shelf, book, { path: '/reading/a/b2/c-d/:e/:fG', title: 'Deep' }])).toBeUndefined();
    expect(remotePages('reading').parse([shelf, book])).toEqual([shelf, book]);
    expect(refused([])).toBeUndefined();
  });

  it.each(['/books', '/readings', '/read/ing', '/reading-list'])('may not be %s, which is not below its name', (path) =>
    expect(refused([{ path, title: 'Books' }])).toEqual(['0: Neither /reading nor below it']),
  );

  it.each([
    '/',
    '/:reading',
    '/reading/',
    '/reading//a',
    '/reading/A',
    '/reading/a.b',
    '/reading/..',
    '/reading/*',
    '/reading/:',
    '/reading/a?b',
    '/reading/a#b',
    '/reading/%41',
    'reading',
    '/reading\n',
    '/reading/1/2/3/4/5/6',
    7,
  ])('may not be %j, which is no path of lower-case words', (path) =>
    expect(refused([{ path, title: 'Books' }])?.[0]).toMatch(/^0.path: /),
  );

  it('are refused if two have the same path, whatever their parameters are called', () => {
    const again = ['1: There is another page with this path'];
    expect(refused([shelf, { ...shelf, title: 'Again' }])).toEqual(again);
    expect(refused([book, { path: '/reading/:slug', title: 'Again' }])).toEqual(again);
    expect(refused([book, { path: '/reading/new', title: 'New' }])).toBeUndefined();
  });

  it('are refused beyond fifty', () => {
    const pages = Array.from({ length: 51 }, (_, index) => ({ path: `/reading/p${index}`, title: 'Page' }));
    expect(refused(pages.slice(1))).toBeUndefined();
    expect(refused(pages)).toEqual([': At most 50 pages']);
  });

  it.each([
    [{ title: ' ' }, '0.title: A page needs a title'],
    [{ title: 'x'.repeat(61) }, '0.title: At most 60 characters'],
    [{ title: 'two\nlines' }, '0.title: Contains characters that cannot be stored'],
    [{ description: 'x'.repeat(201) }, '0.description: At most 200 characters'],
    [{ description: '' }, '0.description: Empty: leave it out'],
    [{ secretAddress: true }, '0: Unrecognized key: "secretAddress"'],
    [{ remote: 'site' }, '0: Unrecognized key: "remote"'],
    [{ nav: { group: 'Home', icon: 'pen' } }, '0.nav.group: Invalid option: expected one of "Guide"|"Reference"'],
    [
      { path: '/reading/:id', nav: { group: 'Guide', icon: 'pen' } },
      '0.nav: A page with a parameter cannot be in the navigation',
    ],
  ])('are refused with %j', (change, message) =>
    expect(refused([{ path: '/reading', title: 'Reading', ...change }])).toEqual([message]),
  );

  it('are refused if they are no list', () => {
    for (const pages of [{}, 'pages', null, { length: 1 }]) expect(refused(pages)).toHaveLength(1);
  });

  it.each([
    ['crm', 'The CRM has another layout, so its pages are part of the platform'],
    ['ops', 'Operations have another layout, so their pages are part of the platform'],
  ])('are refused of %s, whose pages have another layout', (remote, message) =>
    expect(refused([{ path: `/${remote}/reports`, title: 'Reports' }], remote)).toEqual([`0: ${message}`]),
  );
});

describe('a build record', () => {
  const record = {
    ...{
      format: 1,
      remote: 'reading',
      build: 'e07b6d1-44c90a12',
      commit: 'e07b6d1'.padEnd(40, '0'),
      subject: 'Reading',
    },
    ...{ contract: 'a'.repeat(64), created_at: '2026-01-02T03:04:05.000Z', created_by: 'Jonas Adler' },
    files: [{ path: 'mf-manifest.json', size: 2, sha384: 'a'.repeat(64) }],
  };

  it('from before remotes had pages has none', () => expect(buildRecord.parse(record).pages).toEqual([]));

  it('has pages below the name of its remote only', () => {
    expect(buildRecord.parse({ ...record, pages: [shelf, book] }).pages).toEqual([shelf, book]);
    expect(buildRecord.safeParse({ ...record, remote: 'books', pages: [shelf] }).error?.issues).toMatchObject([
      { path: ['pages', 0], message: 'Neither /books nor below it' },
    ]);
  });
});

it('reserves names that remotes could have otherwise', () => {
  for (const name of reservedRemoteNames) expect(remoteName.safeParse(name).success).toBe(true);
  for (const name of ['site', 'blog', 'crm', 'ops']) expect(reservedRemoteNames).not.toContain(name);
});
