import { remotesCommand } from './support/remote-builds.js';
import { expect, newVisitor, test } from './support/test.js';

const headingOf = (html: string) => /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1]?.replaceAll(/<[^>]*>/g, '');

const reading = {
  'rspack.config.mjs': `
    import { remoteConfig } from '@docfolio/federation/rspack.mjs';
    export default remoteConfig({ name: 'reading', directory: import.meta.dirname });`,
  'tsconfig.json': '{ "extends": "../../tsconfig.base.json", "compilerOptions": { "jsx": "react-jsx" } }',
  'src/routes.tsx': `
    import { Link, Route, Routes, useParams } from '@docfolio/federation/router';
    const Shelf = () => <><h1>Books I read</h1><p><Link to="/reading/walden">Walden</Link></p></>;
    const Book = () => <h1>About {useParams().id}</h1>;
    export default function ReadingRoutes() {
      return (
        <Routes>
          <Route path="/reading" element={<Shelf />} />
          <Route path="/reading/:id" element={<Book />} />
        </Routes>
      );
    }`,
  'src/server.ts': `
    export { default as Routes } from './routes.js';
    export const load = async () => ({ status: 200, tags: [] });`,
  'src/pages.json': JSON.stringify([
    {
      ...{ path: '/reading', title: 'Reading list', description: 'Books that changed how I work.' },
      nav: { group: 'Reference', icon: 'bookmark' },
    },
    { path: '/reading/:id', title: 'Book' },
  ]),
};

test('a remote that the platform does not contain has pages, a place in the navigation and the sitemap, until it is rolled back', {
  tag: '@own-texts',
}, async ({ browser, platform, builds }) => {
  // For busy machines: it builds a remote and runs three commands.
  test.setTimeout(300_000);
  const get = (path: string) => fetch(`${platform.url}${path}`);
  const textOf = async (path: string) => (await get(path)).text();
  const untilStatus = (status: number) =>
    expect.poll(async () => (await get('/reading')).status, { intervals: [50] }).toBe(status);
  expect((await get('/reading')).status).toBe(404);

  const dist = await builds.ofNewRemote('reading', reading);
  const build = await remotesCommand(platform, 'publish', 'reading', '--dist', dist);
  await remotesCommand(platform, 'promote', 'reading', build);
  await untilStatus(200);
  const html = await textOf('/reading');
  expect(headingOf(html)).toBe('Books I read');
  expect(html).toMatch(/<title[^>]*>Reading list · /);
  expect(html).toContain('content="Books that changed how I work."');
  expect(await textOf('/sitemap.xml')).toContain('/reading</loc>');

  const page = await newVisitor(browser, platform);
  const heading = page.getByRole('heading', { level: 1 });
  const failures: string[] = [];
  page.on('console', (message) => message.type() === 'error' && failures.push(message.text()));
  page.on('pageerror', (error) => failures.push(error.message));
  await page.goto('/contact');
  const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reading list' });
  await entry.click();
  await expect(heading).toHaveText('Books I read');
  await expect(page).toHaveTitle(/^Reading list · /);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-answering', 'reading');
  await page.getByRole('link', { name: 'Walden' }).click();
  await expect(heading).toHaveText('About walden');
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveText('Main/Reading list/Walden');
  expect(failures).toEqual([]);

  await remotesCommand(platform, 'rollback', 'reading');
  await untilStatus(404);
  await page.goto('/contact');
  await expect(entry).toHaveCount(0);
});
