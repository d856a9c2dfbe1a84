import { publicPages } from '@docfolio/site-copy/pages';
import { HtmlValidate } from 'html-validate';
import { expect, test } from './support/test.js';

/** The rules of the HTML standard, and those about a page as a whole, such as levels of headings. */
const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:document'],
  rules: {
    // Files of the platform come from the page's own origin; those of remotes' builds have hashes.
    'require-sri': 'off',
    // The navigation has headings, too, and comes first.
    'heading-level': ['error', { minInitialRank: 'h2' }],
  },
});

test('every kind of page is valid HTML as the server sends it', async ({ request }) => {
  const { items } = await (await request.get('/api/v1/posts')).json();
  const rendered = [
    ...publicPages.map(({ path }) => path.replace(':slug', items[0].slug).replace(':token', 'none')),
    ...['/blog?search=nothing+like+this', '/blog?page=2', '/no/such/page'],
  ];
  // Pages that the browser renders on a busy machine have no list of scripts for after their first paint.
  const isComplete = (path: string, html: string) => !rendered.includes(path) || html.includes('id="after-paint"');
  const faults: string[] = [];
  for (const path of [...rendered, '/auth', '/admin', '/api/docs']) {
    let html = '';
    await expect(async () => {
      const response = await request.get(path, { maxRedirects: 0 });
      expect(response.headers()['content-type'], path).toContain('text/html');
      html = await response.text();
      expect(isComplete(path, html), path).toBe(true);
    }).toPass({ timeout: 30_000 });
    // Not among the rules.
    for (const [option] of html.matchAll(/<option(?![^>]* label=)[^>]*>\s*<\/option>/g))
      faults.push(`${path} option without a label: ${option}`);
    const report = await validator.validateString(html, path);
    for (const { ruleId, message, selector } of report.results.flatMap(({ messages }) => messages))
      faults.push(`${path} ${ruleId}: ${message} at ${selector}`);
  }
  expect(faults).toEqual([]);
});
