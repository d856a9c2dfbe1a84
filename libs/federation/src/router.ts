/**
 * The router as the platform shares it: a page of every remote moves the one history of the shell. Only what is used
 * is re-exported, because a shared module is never tree-shaken: the router shared whole costs 52 KB of brotli.
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
  // What every navigation of the page goes through: an editor asks there before it is left.
  UNSAFE_NavigationContext as NavigationContext,
  useLocation,
  useNavigate,
  useNavigationType,
  useParams,
  useSearchParams,
} from 'react-router-dom';
