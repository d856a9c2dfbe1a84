import { ErrorBoundary } from '@docfolio/ui/error-boundary';
import { PartMissing } from '@docfolio/ui/part-missing';
import { RemoteScope } from '@docfolio/ui/runtime';
import { Spinner } from '@docfolio/ui/spinner';
import {
  type ComponentType,
  createContext,
  Fragment,
  type LazyExoticComponent,
  lazy,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { forget, loadRoutes, RemoteLoadError, setRemoteTable } from './remote-loader.js';
import { type RemoteTable, readRemoteTable } from './remote-table.js';

export { loadTimeout } from './remote-loader.js';

const pages = new Map<string, LazyExoticComponent<ComponentType>>();

/** Makes the remotes of the page's table known; the host does so once, before anything is rendered. */
export function registerTable(remotes: RemoteTable = readRemoteTable()): void {
  pages.clear();
  setRemoteTable(remotes);
}

/** The remote's routes as a lazy component, the same one until it fails; suspends while they load. */
export function lazyRemote(name: string): LazyExoticComponent<ComponentType> {
  let page = pages.get(name);
  if (!page) {
    const started = lazy(() =>
      loadRoutes(name).catch((error) => {
        // A lazy component that failed stays failed; the next one starts over.
        if (pages.get(name) === started) pages.delete(name);
        throw error;
      }),
    );
    pages.set(name, started);
    page = started;
  }
  return page;
}

const RoutesAtHand = createContext<Readonly<Record<string, ComponentType>>>({});

/** On a server: the routes of the remotes that a page is drawn with, by name. What is drawn is the same as in a browser. */
export function RoutesProvider({ routes, children }: { routes: Record<string, ComponentType>; children: ReactNode }) {
  return <RoutesAtHand value={routes}>{children}</RoutesAtHand>;
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

/** The remotes that are shown as missing right now, for a mark beside their links. */
export function useMissingParts(): ReadonlySet<string> {
  return useSyncExternalStore(
    subscribe,
    () => missing,
    () => missing,
  );
}

export interface RemoteProps {
  /** Its key in the table of remotes. */
  name: string;
  /** What a visitor calls the part: 'Blog'. */
  label: string;
  /** Where the page is; a failure is forgotten when this changes. */
  path: string;
  /** A way out that doesn't need this remote, drawn beside Retry. */
  wayOut?: ReactNode;
  /** It brings its own frame: waiting and failing fill the window, as its main content. */
  frameless?: boolean;
}

/**
 * One remote's pages, inside the scope of its styles and portals. While they load a quiet spinner shows; if they
 * don't arrive within `loadTimeout`, or throw, the hole says which part is missing and why, with a Retry that loads
 * manifest, entry and chunks anew. Nothing outside of it is touched.
 */
export function Remote({ name, label, path, wayOut, frameless = false }: RemoteProps) {
  const Frame = frameless ? Window : Fragment;
  const [attempt, setAttempt] = useState(0);
  const Page = useContext(RoutesAtHand)[name] ?? lazyRemote(name);
  const again = () => {
    pages.delete(name);
    setAttempt(attempt + 1);
  };
  return (
    <RemoteScope name={name} className="contents">
      <ErrorBoundary
        key={attempt}
        resetKey={path}
        onError={(error, info) => console.error(`${label} failed`, error, causeOf(error), info.componentStack)}
        fallback={(error) => (
          <Frame>
            <Missing name={name} label={label} path={path} wayOut={wayOut} error={error} onAgain={again} />
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
          <Answering name={name} />
        </Suspense>
      </ErrorBoundary>
    </RemoteScope>
  );
}

/**
 * Says on <html> whose page answers now, as `data-answering`: drawn by a server it could be seen before. For whoever
 * drives the page from outside.
 */
function Answering({ name }: { name: string }) {
  useEffect(() => {
    document.documentElement.dataset.answering = name;
    return () => {
      delete document.documentElement.dataset.answering;
    };
  }, [name]);
  return null;
}

function Window({ children }: { children: ReactNode }) {
  return <main className="grid min-h-dvh place-items-center">{children}</main>;
}

function Missing({ name, label, path, wayOut, error, onAgain }: RemoteProps & { error: unknown; onAgain: () => void }) {
  const [since] = useState(() => new Date());
  const loadError = error instanceof RemoteLoadError ? error : undefined;
  const latest = useRef(onAgain);
  latest.current = onAgain;

  useEffect(() => {
    setMissing(name, true);
    return () => setMissing(name, false);
  }, [name]);

  useEffect(() => {
    let left = false;
    // Better late than never; a late failure is the one that already shows.
    loadError?.arrival?.then(
      () => left || latest.current(),
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [loadError]);

  return (
    <PartMissing
      part={label}
      detail={loadError ? undefined : 'This part failed while it was shown. Everything else works.'}
      details={{
        part: name,
        path,
        reason: loadError?.message ?? (error instanceof Error ? error.message : String(error)),
        time: timeFormat.format(since),
      }}
      onRetry={() => {
        forget(name);
        onAgain();
      }}
      wayOut={wayOut}
    />
  );
}

const timeFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium', hour12: false });

/** Milliseconds of waiting that pass without a word: most loads are over by then, and a flash would only unsettle. */
const quietWait = 250;

function Loading({ label }: { label: string }) {
  const [visible, setVisible] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setVisible(true), quietWait);
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

const causeOf = (error: unknown) => (error instanceof Error ? error.cause : undefined);
