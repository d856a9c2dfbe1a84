/** Names of the `${VARIABLES}` in a text. `$$` is an escaped dollar. */
export function referencedVariables(text: string): Set<string> {
  return new Set([...text.matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name = '']) => name));
}
