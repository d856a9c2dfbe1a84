import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

export const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
export const themes = ['dark', 'light'] as const;
export type Theme = (typeof themes)[number];

/** The narrowest supported screen, which is only checked for sideways scrolling. */
const narrowest = { width: 320, height: 640 };
/** 140 characters without a place to break. */
export const longWord = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(4);
export const rightToLeft = 'خرائط المدينة القديمة';

/** A published post with very long values. */
export const longestPost = (slug: string) => ({
  title: longWord,
  slug,
  excerpt: `${longWord} ${rightToLeft}\n\n`.repeat(5).slice(0, 900),
  content: `## ${longWord}\n\n${longWord} ${rightToLeft}\n\n\`\`\`ts\nconst ${longWord} = '${longWord}';\n\`\`\`\n`,
  category: longWord.slice(0, 100),
  tags: [longWord.slice(0, 60), rightToLeft],
  published: true,
  featured: true,
});

/** Stores a theme as for a returning visitor; applies to pages opened from now on. */
export async function useTheme(page: Page, theme: Theme): Promise<void> {
  await page.addInitScript((value) => localStorage.setItem('theme', value), theme);
}

/** Expects that the page does not scroll sideways. Polls, because the layout may still change. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overhang = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overhang, 'width of the page beyond the window').toBeLessThanOrEqual(0);
}

/** Waits for the end of running transitions: between two colours, a contrast may be too low. */
async function expectNoTransition(page: Page): Promise<void> {
  const running = () =>
    page.evaluate(
      () =>
        document.getAnimations().filter((each) => each instanceof CSSTransition && each.playState === 'running').length,
    );
  await expect.poll(running, 'running transitions').toBe(0);
}

/** Expects no serious or critical violation of axe's rules. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoTransition(page);
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const { run } = (globalThis as unknown as { axe: typeof axe }).axe;
    const result = await run(document, { resultTypes: ['violations'] });
    return result.violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
  });
  expect(violations).toEqual([]);
}

/** Changes an open page's theme as another tab would. */
async function switchTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate((value) => {
    localStorage.setItem('theme', value);
    dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
  }, theme);
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
}

/** The theme in which pages are looked at in each size. contrast.spec.ts checks the colours of both themes in all pairs. */
const themeOf = { desktop: 'dark', phone: 'light' } as const;

/**
 * Checks the open page at each size for sideways scrolling and with axe, on a desktop in the dark theme and on a phone in the
 * light one. On the narrowest screen, only for sideways scrolling.
 * @param prepare brings the page into the state to check, after each change of size
 */
export async function expectGoodLook(page: Page, prepare?: () => Promise<void>): Promise<void> {
  const show = async (viewport: { width: number; height: number }) => {
    await page.setViewportSize(viewport);
    // A page may render other parts for the new size, in the next frame.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await prepare?.();
    await expectNoSidewaysScroll(page);
  };
  for (const size of ['desktop', 'phone'] as const) {
    await switchTheme(page, themeOf[size]);
    await show(sizes[size]);
    await expectAccessible(page);
  }
  await switchTheme(page, 'dark');
  await show(narrowest);
}
