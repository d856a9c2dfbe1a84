/** A list item or quote opens; several can open on one line. */
const container = /[ \t]*(?:>|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))/y;
/** Signs that begin another block without a blank line before it, and the cells of a table. */
const blockSign = /^[ \t]*[_#<=~`[*+-]|\|/;
const blank = /^[ \t]*$/;

/**
 * Counts the blocks of a Markdown text (paragraphs, headings, list items, quotes, rows of a table), without a parser: what
 * rendering costs depends on them. Lines of code that look like a block count too.
 */
export function countMarkdownBlocks(text: string): number {
  let blocks = 0;
  let afterBlank = true;
  for (const line of text.split(/\r\n|\n|\r/)) {
    const containers = countContainers(line);
    if (containers > 0) blocks += containers;
    else if (!blank.test(line) && (afterBlank || blockSign.test(line))) blocks += 1;
    afterBlank = blank.test(line);
  }
  return blocks;
}

function countContainers(line: string): number {
  let count = 0;
  container.lastIndex = 0;
  while (container.test(line)) count += 1;
  return count;
}
