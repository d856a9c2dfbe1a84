/**
 * @file The state that the shell and all remotes share, as the federation module `@docfolio/ui/runtime`. Import it
 * only by this path, never relatively: a second copy would show no toasts and open dialogs outside the remote's styles.
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
