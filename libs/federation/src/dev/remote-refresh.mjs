// Replaces `react-refresh/runtime` in a remote's development build by the host's copy, which was loaded before React.
// Beside a production build of the host, which has no copy, an edit reloads the page.
const hostRefresh = globalThis.docfolioRefresh;
const noop = () => {};

export const injectIntoGlobalHook = noop;
export const register = hostRefresh?.register ?? noop;
export const createSignatureFunctionForTransform =
  hostRefresh?.createSignatureFunctionForTransform ?? (() => (type) => type);
export const performReactRefresh = hostRefresh?.performReactRefresh ?? noop;
export const isLikelyComponentType = hostRefresh?.isLikelyComponentType ?? (() => false);
export const getFamilyByType = hostRefresh?.getFamilyByType ?? noop;
