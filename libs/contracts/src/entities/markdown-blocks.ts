/** Matches the marker of one quote or list item at the start of a line; nested ones follow one another. */
const container = /[ \t]*(?:>|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))/y;
/** Matches a line that may start a block although no blank line precedes it: headings, lists, fences, HTML, ... */
const blockSign = /^[ \t]*[_#<=~`[*+-]/;
/** Matches the line below a table's head. All lines after it are rows, up to a blank line, even without a pipe. */
const tableDelimiter = /^(?=.*[|:])(?=.*-)[ \t|:-]+$/;
/** Number of table cells that are counted as one block. */
const cellsOfBlock = 10;
const blank = /^[ \t]*$/;

/** Estimates the number of blocks (paragraphs, list items, table rows, ...) of a Markdown text, without parsing it. */
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
