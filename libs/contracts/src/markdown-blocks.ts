/** A list item or quote opens; several can open on one line. */
const container = /[ \t]*(?:>|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))/y;
/** Signs that begin another block without a blank line before it. */
const blockSign = /^[ \t]*[_#<=~`[*+-]/;
/** The line below a table's head: what follows up to a blank line are its rows, with or without a pipe. */
const tableDelimiter = /^(?=.*[|:])(?=.*-)[ \t|:-]+$/;
/** Cells of a row that are rendered in the time of a block. */
const cellsOfBlock = 10;
const blank = /^[ \t]*$/;

/**
 * Counts the blocks of a Markdown text (paragraphs, headings, list items, quotes, rows of a table), without a parser: what
 * rendering costs depends on them. Lines of code that look like a block count too.
 */
export function countMarkdownBlocks(text: string): number {
  let blocks = 0;
  let afterBlank = true;
  let inTable = false;
  for (const line of text.split(/\r\n|\n|\r/)) {
    const isBlank = blank.test(line);
    const beginsBlock = !isBlank && (afterBlank || inTable || blockSign.test(line));
    const pipes = line.split('|').length - 1;
    blocks += Math.max(beginsBlock ? 1 : 0, countContainers(line), Math.ceil(pipes / cellsOfBlock));
    inTable = !isBlank && (inTable || tableDelimiter.test(line));
    afterBlank = isBlank;
  }
  return blocks;
}

function countContainers(line: string): number {
  let count = 0;
  container.lastIndex = 0;
  while (container.test(line)) count += 1;
  return count;
}
