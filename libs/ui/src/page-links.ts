/** How many numbers pagination shows at most, the first and the last among them (specification, section 9). */
export const MOST_PAGE_LINKS = 5;

const AROUND = 3;

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, place) => from + place);

/**
 * The numbers to link on page `page` of `last`, with `…` where some are left out: all of them up to five, else the
 * first, the last and three around the current one. A page out of range counts as the nearest that exists.
 */
export function pageLinks(page: number, last: number): (number | '…')[] {
  if (last <= MOST_PAGE_LINKS) return range(1, last);
  const from = Math.min(Math.max(page - 1, 1), last - AROUND + 1);
  const around = range(from, from + AROUND - 1);
  const shown = [...new Set([1, ...around, last])];
  return shown.flatMap((number, place) => (number - (shown[place - 1] ?? 0) > 1 ? ['…' as const, number] : [number]));
}
