/**
 * The one module of this library that holds state. The shell and every remote share a single copy of it (module
 * federation's shared key is this import path, `@docfolio/ui/runtime`), because a second copy would toast into
 * nothing and open dialogs outside their remote's styles. Import it by this path, never relatively, and never
 * import a file of `runtime-internal` from elsewhere.
 */
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
