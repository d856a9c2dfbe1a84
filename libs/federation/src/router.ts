/** @file The router of host and remotes. It re-exports only what is used: shared modules are not tree-shaken. */
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
