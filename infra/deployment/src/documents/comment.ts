/** Columns of generated files. */
const width = 120;

/** Returns a text as lines of comments in YAML and env files. @param indent before each line */
export function comment(text: string, indent = ''): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.length - 1;
    if (`${indent}# ${lines[last]} ${word}`.length > width) lines.push(word);
    else lines[last] = lines[last] ? `${lines[last]} ${word}` : word;
  }
  return lines.map((line) => `${indent}# ${line}`);
}
