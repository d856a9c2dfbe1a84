/** Maximum page numbers shown, including the first and the last (specification, section 9). */
export const maxPageLinks = 5;

const linksAroundPage = 3;

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Returns the numbers of the pages to link, with `…` for gaps. A `page` out of range counts as the nearest one. */
export function pageLinks(page: number, last: number): (number | '…')[] {
  if (last <= maxPageLinks) return range(1, last);
  const from = Math.min(Math.max(page - 1, 1), last - linksAroundPage + 1);
  const around = range(from, from + linksAroundPage - 1);
  const shown = [...new Set([1, ...around, last])];
  return shown.flatMap((number, index) => (number - (shown[index - 1] ?? 0) > 1 ? ['…' as const, number] : [number]));
}
