// @ts-check

const prefetchOfLinks = 'return shouldPrefetch && !isAbsolute ?';

/**
 * Loader for React Router's code. Makes its unused components removable, by marking what creates components and contexts
 * as free of side effects and removing their names for developer tools. Also removes the prefetching of links, which
 * only React Router's framework mode has.
 * @param {string} source of a chunk @returns {string} @throws Error if the code has another form
 */
export default function leanRouter(source) {
  if (!/^var Link = /m.test(source)) return source;
  const created = /= (React\d*\.(?:createContext|forwardRef|memo)\()/g;
  if (!created.test(source) || !source.includes(prefetchOfLinks))
    throw new Error('React Router has other code: adapt build/lean-router.mjs');
  return source
    .replaceAll(/^\w+\.displayName = .*;$/gm, '')
    .replaceAll(created, '= /* @__PURE__ */ $1')
    .replace(prefetchOfLinks, 'return false ?');
}
