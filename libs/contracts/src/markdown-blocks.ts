/** The start of a list item or quote; a line can start several. */
const container = /[ \t]*(?:>|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))/y;
/** Characters that start a block without a blank line before it. */
const blockSign = /^[ \t]*[_#<=~`[*+-]/;
/** The line below a table's head. The lines after it are rows until a blank line, with or without a pipe. */
const tableDelimiter = /^(?=.*[|:])(?=.*-)[ \t|:-]+$/;
/** Cells of a row that render as fast as one block. */
const cellsOfBlock = 10;
const blank = /^[ \t]*$/;

/**
 * Counts the blocks of a Markdown text (paragraphs, headings, list items, quotes, rows of a table) without a parser: the
 * cost of rendering depends on them. Lines of code that look like a block count too.
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
