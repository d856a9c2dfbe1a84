import { Spinner } from '@docfolio/ui/display/spinner';
import { RemoteScope } from '@docfolio/ui/runtime';
import { ErrorBoundary } from '@docfolio/ui/states/error-boundary';
import { PartMissing } from '@docfolio/ui/states/part-missing';
import {
  type ComponentType,
  createContext,
  type ErrorInfo,
  Fragment,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { fallBack, isDeployed, reportRendered } from './failed-builds.js';
import { markReady } from './page-ready.js';
import { forget, loadRoutes, RemoteLoadError, type RoutesModule, setRemoteTable } from './remote-loader.js';
import { type RemoteTable, readRemoteTable } from './remote-table.js';

export { type BuildObserver, observeBuilds } from './failed-builds.js';
export { loadTimeout } from './remote-loader.js';

const pages = new Map<string, ComponentType>();

/** Sets where the page's remotes are loaded from. The host must call it once, before it renders. */
export function registerTable(remotes: RemoteTable = readRemoteTable()): void {
  pages.clear();
  setRemoteTable(remotes);
}

/** Returns the remote's routes as a component: the same one on each call, and a new one after a failure. */
function pageOf(name: string): ComponentType {
  return pages.get(name) ?? lazyPage(name, () => loadRoutes(name));
}

function lazyPage(name: string, load: () => Promise<RoutesModule>): ComponentType {
  const page = lazy(() =>
    load().catch((error) => {
      // A failed lazy component stays failed: the next render needs a new one.
      if (pages.get(name) === page) pages.delete(name);
      throw error;
    }),
  );
  pages.set(name, page);
  return page;
}

/**
 * Loads a remote before the page is first rendered: React reveals what has suspended only 300 ms after its fallback.
 * Resolves when the remote is loaded or has failed, at the latest when its spinner would appear.
 */
export async function preloadRemote(name: string): Promise<void> {
  const load = loadRoutes(name);
  const page = lazyPage(name, () => load);
  const Routes = await Promise.race([
    load.then(
      (routes) => routes.default,
      // Rendering the remote shows the failure.
      () => undefined,
    ),
    new Promise<undefined>((resolve) => setTimeout(resolve, spinnerDelay)),
  ]);
  if (Routes && pages.get(name) === page) pages.set(name, Routes);
}

const ServerRoutes = createContext<Readonly<Record<string, ComponentType>>>({});

/** Provides routes by remote name, already loaded, for server rendering: a `Remote` inside renders them. */
export function RoutesProvider({ routes, children }: { routes: Record<string, ComponentType>; children: ReactNode }) {
  return <ServerRoutes value={routes}>{children}</ServerRoutes>;
}

let missing: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function setMissing(name: string, isMissing: boolean) {
  if (missing.has(name) === isMissing) return;
  const next = new Set(missing);
  if (isMissing) next.add(name);
  else next.delete(name);
  missing = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the names of the remotes that currently show an error state, and re-renders when they change. */
export function useMissingParts(): ReadonlySet<string> {
  return useSyncExternalStore(
    subscribe,
    () => missing,
    () => missing,
  );
}

export interface RemoteProps {
  name: string;
  label: string;
  /** Current path of the page. When it changes, an error state is replaced by a new attempt to render. */
  path: string;
  /** A link or button that doesn't need this remote, rendered beside Retry. */
  wayOut?: ReactNode;
  /** Set it if the remote renders its own layout: loading and error states then fill the window as its `<main>`. */
  frameless?: boolean;
}

/** Renders a remote's pages, or an error state with Retry if they throw or don't load within `loadTimeout`. */
export function Remote({ name, label, path, wayOut, frameless = false }: RemoteProps) {
  const Frame = frameless ? FullWindow : Fragment;
  const [attempt, setAttempt] = useState(0);
  const Page = useContext(ServerRoutes)[name] ?? pageOf(name);
  const isRendered = useRef(false);
  const retry = () => {
    pages.delete(name);
    setAttempt((last) => last + 1);
  };
  const handleError = (error: unknown, info: ErrorInfo) => {
    console.error(`${label} failed`, error, causeOf(error), info.componentStack);
    // A failed load has tried the fallback already. A build that has rendered once fails for a reason in the page.
    if (isRendered.current || error instanceof RemoteLoadError || !isDeployed(name)) return;
    if (!fallBack(name, 'it failed before its first render')) return;
    forget(name);
    retry();
  };
  return (
    <RemoteScope name={name} className="contents">
      <ErrorBoundary
        key={attempt}
        resetKey={path}
        onError={handleError}
        fallback={(error) => (
          <Frame>
            <Missing name={name} label={label} path={path} wayOut={wayOut} error={error} onRetry={retry} />
          </Frame>
        )}
      >
        <Suspense
          fallback={
            <Frame>
              <Loading label={label} />
            </Frame>
          }
        >
          <Page />
          <HydrationMarker name={name} isRendered={isRendered} />
        </Suspense>
      </ErrorBoundary>
    </RemoteScope>
  );
}

/** Sets `isRendered` once the remote is hydrated, and `data-answering` on <html>, for early-clicks.js and tests. */
function HydrationMarker({ name, isRendered }: { name: string; isRendered: RefObject<boolean> }) {
  useEffect(() => {
    isRendered.current = true;
    reportRendered(name);
    return markReady(name);
  }, [name, isRendered]);
  return null;
}

/** The `<main>` of a page without a frame. */
export function FullWindow({ children }: { children: ReactNode }) {
  return <main className="grid min-h-dvh place-items-center">{children}</main>;
}

function Missing({ name, label, path, wayOut, error, onRetry }: RemoteProps & { error: unknown; onRetry: () => void }) {
  const [since] = useState(() => new Date());
  const loadError = error instanceof RemoteLoadError ? error : undefined;
  const latestRetry = useRef(onRetry);
  latestRetry.current = onRetry;

  useEffect(() => {
    setMissing(name, true);
    return () => setMissing(name, false);
  }, [name]);

  useEffect(() => {
    let unmounted = false;
    // Shows the remote if it loads late. If that fails, too, the error is already shown.
    loadError?.arrival?.then(
      () => unmounted || latestRetry.current(),
      () => undefined,
    );
    return () => {
      unmounted = true;
    };
  }, [loadError]);

  return (
    <PartMissing
      part={label}
      detail={loadError ? undefined : 'This part failed while it was shown. Everything else works.'}
      details={{
        part: name,
        path,
        reason: loadError?.message ?? reasonOf(error),
        time: timeFormat.format(since),
      }}
      onRetry={() => {
        forget(name);
        onRetry();
      }}
      wayOut={wayOut}
    />
  );
}

const timeFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium', hour12: false });

/** ms before the loading spinner appears: most loads are faster, and a short flash of it would distract. */
export const spinnerDelay = 250;

export function Loading({ label }: { label: string }) {
  const [visible, setVisible] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setVisible(true), spinnerDelay);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" className="grid min-h-60 place-items-center text-faint">
      {visible && (
        <>
          <Spinner size={20} />
          <span className="sr-only">Loading {label}</span>
        </>
      )}
    </div>
  );
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
const causeOf = (error: unknown) => (error instanceof Error ? error.cause : undefined);
