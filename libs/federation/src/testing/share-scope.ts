import type { ShareScope } from '../share-scope.js';

/** Defines the free variables of `share-scope.ts`, which Rspack replaces in builds. @returns the page's share scope */
export function defineShareScope(): ShareScope {
  const scope: ShareScope = {};
  Object.assign(globalThis, {
    __webpack_init_sharing__: async () => {},
    __webpack_share_scopes__: { default: scope },
  });
  return scope;
}

/**
 * Runs the entries that are inserted into the document: sets the global variable of the remote to a container.
 * @param routesOf loads the routes of a remote
 */
export function runEntries(routesOf: (name: string) => Promise<object>): void {
  new MutationObserver((records) => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
      const [, name] = node instanceof HTMLScriptElement ? (/\/remotes\/([\w-]+)\//.exec(node.src) ?? []) : [];
      if (!name) continue;
      Reflect.set(window, `docfolio_${name}`, {
        init: () => {},
        get: async () => {
          const routes = await routesOf(name);
          return () => routes;
        },
      });
      node.dispatchEvent(new Event('load'));
    }
  }).observe(document, { childList: true, subtree: true });
}
