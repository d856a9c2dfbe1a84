// Replaces `react-refresh/runtime` in a remote's development build by the host's copy, because it must load before React.
// A production build of the host has no copy: no module then accepts a hot update, and an edit reloads the page.
const hostRefresh = globalThis.docfolioRefresh;
const noop = () => {};

export const injectIntoGlobalHook = noop;
export const register = hostRefresh?.register ?? noop;
export const createSignatureFunctionForTransform =
  hostRefresh?.createSignatureFunctionForTransform ?? (() => (type) => type);
export const performReactRefresh = hostRefresh?.performReactRefresh ?? noop;
export const isLikelyComponentType = hostRefresh?.isLikelyComponentType ?? (() => false);
export const getFamilyByType = hostRefresh?.getFamilyByType ?? noop;
