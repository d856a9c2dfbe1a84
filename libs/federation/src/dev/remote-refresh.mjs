// Stands in a remote's development build for `react-refresh/runtime`, which works only where it came before React: in
// the host. Beside a host that is built there is none: no module then accepts an update, and an edit loads the page anew.
const lent = globalThis.docfolioRefresh;
const nothing = () => {};

export const injectIntoGlobalHook = nothing;
export const register = lent?.register ?? nothing;
export const createSignatureFunctionForTransform = lent?.createSignatureFunctionForTransform ?? (() => (type) => type);
export const performReactRefresh = lent?.performReactRefresh ?? nothing;
export const isLikelyComponentType = lent?.isLikelyComponentType ?? (() => false);
export const getFamilyByType = lent?.getFamilyByType ?? nothing;
