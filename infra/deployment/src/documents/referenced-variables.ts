/** Returns the names in `${NAME}` and `${NAME:-default}` of a compose file. `$$` is an escaped dollar. */
export function referencedVariables(text: string): Set<string> {
  return new Set([...text.matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name = '']) => name));
}
