/** @file State shared by shell and remotes. Import it as `@docfolio/ui/runtime`: a relative import would be a copy. */
export { PortalContainerProvider, RemoteScope, usePortalContainer } from './runtime-internal/portal-container.js';
export { SiteOriginProvider, useSiteOrigin } from './runtime-internal/site-origin.js';
export { THEME_KEY, type Theme, ThemeProvider, useTheme } from './runtime-internal/theme.js';
export {
  dismissToast,
  TOAST_DURATION_MS,
  type ToastAction,
  type ToastMessage,
  type ToastVariant,
  toast,
} from './runtime-internal/toast-store.js';
export { Toaster } from './runtime-internal/toaster.js';
