/** Shared modules of the page by name and version, as the builds of host and remotes write them. */
export type ShareScope = Record<string, Record<string, { get: () => Promise<() => unknown>; from: string }>>;

// Free variables that Rspack replaces. Jest has none: specs define them (testing/share-scope.ts).
// biome-ignore lint/style/useNamingConvention: Rspack's name.
declare const __webpack_init_sharing__: (scope: string) => void | Promise<void>;
// biome-ignore lint/style/useNamingConvention: Rspack's name.
declare const __webpack_share_scopes__: { default: ShareScope };

/** Returns the page's shared modules, those of the host included. */
export async function initialisedScope(): Promise<ShareScope> {
  await __webpack_init_sharing__('default');
  return __webpack_share_scopes__.default;
}
