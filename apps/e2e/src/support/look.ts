import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

export const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
export const themes = ['dark', 'light'] as const;
export type Theme = (typeof themes)[number];

/** A name without a place to break, 140 characters of it; and words in a script that is written from the right. */
export const longWord = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(4);
export const rightToLeft = 'خرائط المدينة القديمة';

/** A post whose every field is as long as it may be, published. */
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

/** Chooses the theme as a returning visitor has it: from the first paint on. */
export async function useTheme(page: Page, theme: Theme): Promise<void> {
  await page.addInitScript((value) => localStorage.setItem('theme', value), theme);
}

/** The page never scrolls sideways, and nothing but a scroller of its own reaches over the edge. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { scroll, client } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    client: document.documentElement.clientWidth,
  }));
  expect(scroll, 'width of the page against the width of the window').toBeLessThanOrEqual(client);
}

/** axe finds no serious or critical violation, colour contrast among them. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const grave = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
  expect(grave).toEqual([]);
}
