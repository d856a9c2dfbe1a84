/**
 * @file The router that host and remotes share, so that all pages use the shell's history. It re-exports only what is
 * used: shared modules are never tree-shaken, and the whole router is 52 KB of brotli.
 */
export {
  BrowserRouter,
  Link,
  type LinkProps,
  matchPath,
  Navigate,
  NavLink,
  type NavLinkProps,
  Outlet,
  Route,
  Routes,
  // Every navigation passes through this context; the CRM's editor uses it to ask before leaving.
  UNSAFE_NavigationContext as NavigationContext,
  useLocation,
  useNavigate,
  useNavigationType,
  useParams,
  useSearchParams,
} from 'react-router-dom';
