import { caseStudiesOf, offeringsOf } from './support/content.js';
import { sizes } from './support/look.js';
import { expect, newVisitor, test } from './support/test.js';

/** The contents of each public page (specification, sections 1, 2 and 9). */
test.describe('the public pages', () => {
  test('home shows the headline, two buttons, four offerings and four figures', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/building better software/i);
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: 'Get in Touch' })).toHaveAttribute('href', '/contact');
    const booking = main.getByRole('link', { name: /Book Mentorship/ });
    await expect(booking).toHaveAttribute('target', '_blank');
    await expect(booking).toHaveAttribute('rel', /noopener/);
    for (const { id, title } of offeringsOf())
      await expect(main.getByRole('link', { name: title })).toHaveAttribute('href', `/services#${id}`);
    for (const figure of ['100+', '20+', '15+'])
      await expect(main.getByText(figure, { exact: true }).first()).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveCount(0);
  });

  test('about shows three tabs of code, a copy button that confirms for two seconds, values and two links', async ({
    page,
    context,
    platform,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: platform.url });
    await page.clock.install();
    await page.goto('/about');
    const tabs = page.getByRole('tab');
    await expect(tabs).toHaveCount(3);
    await tabs.nth(1).click();
    await expect(page.getByRole('tabpanel')).toContainText('"since');
    await tabs.nth(1).press('ArrowRight');
    await expect(tabs.nth(2)).toHaveAttribute('aria-selected', 'true');
    const copy = page.getByRole('button', { name: 'Copy package.json' });
    await page.clock.pauseAt(Date.now() + 60_000);
    await copy.click();
    expect(JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))).toHaveProperty('dependencies');
    await expect(page.getByText('Copied').first()).toBeAttached();
    await page.clock.runFor(1_800);
    await expect(page.getByText('Copied').first()).toBeAttached();
    await page.clock.runFor(400);
    await expect(page.getByText('Copied')).toHaveCount(0);
    await page.clock.resume();
    const main = page.getByRole('main');
    for (const value of ['Collaboration', 'Continuous Learning', 'Innovation', 'Global Impact'])
      await expect(main.getByRole('heading', { name: value })).toBeVisible();
    await expect(main.getByRole('link', { name: 'Get in Touch' })).toHaveAttribute('href', '/contact');
    await expect(main.getByRole('link', { name: 'View Services' })).toHaveAttribute('href', '/services');
  });

  test('services shows rates, durations, four steps and the two promises', async ({ page }) => {
    await page.goto('/services');
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: 'Get in Touch' }).first()).toHaveAttribute('href', '/contact');
    const rows = offeringsOf().map(({ id }) => main.locator(`li#${id}`));
    for (const [index, rate] of [150, 200, 175, 125].entries()) await expect(rows[index]!).toContainText(`$${rate}`);
    for (const [index, weeks] of [/2.12 weeks/, /1.6 weeks/, /1.8 weeks/, /2.4 weeks/].entries())
      await expect(rows[index]!).toContainText(weeks);
    for (const step of ['Discovery Call', 'Proposal & Planning', 'Implementation', 'Delivery & Support'])
      await expect(main.getByRole('heading', { name: step })).toBeVisible();
    await expect(main.getByText(/within 48 hours/).first()).toBeVisible();
    await expect(main.getByText(/24 hours/).first()).toBeVisible();
    await page.goto('/services#ai-integration');
    await expect(main.locator('li#ai-integration')).toBeInViewport();
  });

  test('mentorship shows three programmes, topics, steps and three testimonials, and books in a new tab', async ({
    page,
  }) => {
    await page.goto('/mentorship');
    const programmes = page.getByRole('region', { name: 'Programmes' });
    for (const price of ['$299', '$599', '$899'])
      await expect(programmes.getByText(price, { exact: true })).toBeVisible();
    await expect(programmes).toContainText(/4 over 2 months/);
    await expect(programmes).toContainText(/8 over 3 months/);
    await expect(programmes).toContainText(/6 over 3 months/);
    await expect(programmes.getByText('$75', { exact: true })).toHaveCount(2);
    await expect(programmes.getByText('$150', { exact: true })).toHaveCount(1);
    for (const level of ['Beginner', 'Intermediate', 'Advanced']) await expect(programmes).toContainText(level);
    await expect(programmes.getByRole('listitem').filter({ hasText: 'Most Popular' }).first()).toContainText('$599');
    await expect(page.getByRole('region', { name: 'Topics' }).getByRole('heading', { level: 3 })).toHaveCount(4);
    await expect(page.getByRole('region', { name: 'How it works' }).getByRole('heading', { level: 3 })).toHaveCount(6);
    await expect(page.getByRole('region', { name: 'Testimonials' }).getByRole('figure')).toHaveCount(3);
    for (const link of await page
      .getByRole('main')
      .getByRole('link', { name: /^Book / })
      .all()) {
      await expect(link).toHaveAttribute('target', '_blank');
      await expect(link).toHaveAttribute('rel', /noopener/);
    }
  });

  test('portfolio shows four case studies and three hackathons', async ({ page }) => {
    await page.goto('/portfolio');
    const main = page.getByRole('main');
    expect(caseStudiesOf()).toHaveLength(4);
    for (const study of caseStudiesOf()) {
      const row = main.getByRole('listitem').filter({ has: page.getByRole('heading', { name: study.title }) });
      for (const text of [study.subtitle, study.status, study.role, String(study.year), ...study.technologies])
        await expect(row).toContainText(text);
      await expect(row.getByRole('link', { name: /^Live/ })).toHaveAttribute('href', study.liveUrl);
      await expect(row.getByRole('link', { name: /^Code/ })).toHaveCount(study.codeUrl ? 1 : 0);
    }
    await expect(page.getByRole('region', { name: /Hackathons/ }).getByRole('heading', { level: 3 })).toHaveCount(3);
  });

  test('bookmarks shows tabs, search, featured ones, three tags and +N, and an empty state', async ({
    page,
    request,
    owner,
  }) => {
    // Blank tags are stored and not rendered (specification, section 5).
    const tags = ['one', ' ', 'two', 'three', 'four', 'five'];
    await owner.send('POST', '/bookmarks', { title: 'A crowded page', url: 'https://example.com/crowded', tags });
    const { items } = (await (await request.get('/api/v1/bookmarks')).json()) as {
      items: { title: string; category: string }[];
    };
    await page.goto('/bookmarks');
    await expect(page.getByRole('heading', { name: 'Featured' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'All Bookmarks' })).toBeVisible();
    await expect(page.getByRole('tab')).toHaveText([/^All/i, /^Articles/i, /^Engineering/i, /^Libraries/i, /^Tools/i]);
    const card = page.getByRole('link', { name: 'A crowded page' });
    await expect(card.getByRole('listitem')).toHaveText(['one', 'two', 'three', '+2']);
    await expect(card).toHaveAttribute('target', '_blank');
    await page.getByRole('tab', { name: /^Tools/i }).click();
    const tools = items.filter(({ category }) => category === 'tools');
    await expect(page.getByRole('region', { name: 'All Bookmarks' }).getByRole('heading', { level: 3 })).toHaveText(
      tools.map(({ title }) => title),
    );
    await page.reload();
    await expect(page.getByRole('tab', { name: /^Tools/i })).toHaveAttribute('aria-selected', 'true');
    await page.getByRole('searchbox', { name: /bookmarks/i }).fill('no such thing anywhere');
    await expect(page.getByText('No bookmarks found')).toBeVisible();
  });

  test('privacy says what is stored, why and for how long', async ({ page }) => {
    await page.goto('/privacy');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('main')).toContainText(/30 days/);
    await page.goto('/contact');
    await expect(page.getByRole('main').getByRole('link', { name: /What is kept/ })).toHaveAttribute(
      'href',
      '/privacy',
    );
  });
});

test.describe('the layout of the public pages', () => {
  test('shows the version, two profiles and eight pages', async ({ page }) => {
    await page.goto('/about');
    const header = page.getByRole('banner');
    await expect(header).toContainText('Documentation');
    await expect(header).toContainText('v2025.8.15');
    await expect(header.getByRole('link', { name: /GitHub|LinkedIn/ })).toHaveCount(2);
    const nav = page.getByRole('navigation', { name: 'Main' });
    await expect(nav.getByRole('link')).toHaveText([
      'Main',
      'About',
      'Services',
      'Contact',
      'Mentorship',
      'Portfolio',
      'Blog',
      'Bookmarks',
    ]);
    await expect(nav.getByRole('link', { name: 'About' })).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('About');
  });

  test('is a drawer on a phone, which closes after a choice', async ({ browser, platform }) => {
    const page = await newVisitor(browser, platform, { viewport: sizes.phone });
    await page.goto('/');
    await page.getByRole('button', { name: 'Open navigation' }).click();
    const drawer = page.getByRole('dialog');
    await expect(drawer).toBeVisible();
    expect((await drawer.boundingBox())!.width).toBe(288);
    await drawer.getByRole('link', { name: 'Portfolio' }).click();
    await expect(page).toHaveURL(/portfolio$/);
    await expect(drawer).toBeHidden();
    await page.context().close();
  });
});
