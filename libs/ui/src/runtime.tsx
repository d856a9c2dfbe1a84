/** @file State shared by shell and remotes. Import it as `@docfolio/ui/runtime`: a relative import would be a copy. */
export { PortalContainerProvider, RemoteScope, usePortalContainer } from './runtime-internal/portal-container.js';
export { SiteOriginProvider, useSiteOrigin } from './runtime-internal/site-origin.js';
export { type Theme, ThemeProvider, themeKey, useTheme } from './runtime-internal/theme.js';
export {
  dismissToast,
  type ToastAction,
  type ToastMessage,
  type ToastVariant,
  toast,
  toastDurationMs,
} from './runtime-internal/toast-store.js';
export { Toaster } from './runtime-internal/toaster.js';
