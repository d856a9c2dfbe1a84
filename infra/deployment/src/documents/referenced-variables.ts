/** Returns the names of the `${VARIABLES}` in a compose file's text. `$$` is an escaped dollar. */
export function referencedVariables(text: string): Set<string> {
  return new Set([...text.matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name = '']) => name));
}
