const isMark = (line: string, mark: string) =>
  [`# ${mark}`, `<!-- ${mark}`].some((start) => line.trim().startsWith(start));

/**
 * Replaces the text between the lines `# generated: <name>` and `# end: <name>` of a file that is otherwise written by hand;
 * in Markdown, `<!-- generated: <name> -->`.
 * @throws Error if the file has no such lines
 */
export function withRegion(text: string, name: string, content: string): string {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => isMark(line, `generated: ${name}`));
  const end = lines.findIndex((line) => isMark(line, `end: ${name}`));
  if (start === -1 || end < start) throw new Error(`no lines "# generated: ${name}" and "# end: ${name}"`);
  return [...lines.slice(0, start + 1), ...content.trimEnd().split('\n'), ...lines.slice(end)].join('\n');
}
