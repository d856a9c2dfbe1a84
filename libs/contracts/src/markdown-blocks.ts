/** Matches the marker of one quote or list item at the start of a line; nested ones follow one another. */
const container = /[ \t]*(?:>|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))/y;
/** Matches a line that may start a block although no blank line precedes it: headings, lists, fences, HTML, ... */
const blockSign = /^[ \t]*[_#<=~`[*+-]/;
/** Matches the line below a table's head. All lines after it are rows, up to a blank line, even without a pipe. */
const tableDelimiter = /^(?=.*[|:])(?=.*-)[ \t|:-]+$/;
/** Number of table cells that take as long to render as one block. */
const cellsOfBlock = 10;
const blank = /^[ \t]*$/;

/**
 * Returns an estimate of the blocks (paragraphs, headings, list items, quotes, table rows) in a Markdown text, on which
 * the cost of rendering depends. It doesn't parse: lines of code that look like blocks count, too.
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
