import { NavigationContext } from '@docfolio/federation/router';
import { useContext, useEffect, useState } from 'react';
import { useStableHandler } from '../../records/use-stable-handler.js';

/** Returns the index that React Router stores in a history entry's state; undefined if it has none. */
const placeOf = (state: unknown): number | undefined =>
  typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number'
    ? state.idx
    : undefined;

type Ask = (go: () => void) => void;

/**
 * Calls `ask` before Back and Forward, in browsers with the Navigation API, which lets a page cancel them (WHATWG HTML,
 * 7.2.6); `guardPops` is for the others. Leaving for another document is left to `beforeunload`.
 */
function guardTraversals(navigation: Navigation, isDirty: () => boolean, ask: Ask): () => void {
  const onNavigate = (event: NavigateEvent) => {
    const { navigationType, cancelable, destination } = event;
    if (navigationType !== 'traverse' || !cancelable || !destination.sameDocument || !isDirty()) return;
    event.preventDefault();
    ask(() => {
      end();
      navigation.traverseTo(destination.key);
    });
  };
  const end = () => navigation.removeEventListener('navigate', onNavigate);
  navigation.addEventListener('navigate', onNavigate);
  return end;
}

/** Calls `ask` after Back and Forward in browsers without the Navigation API: restores the address before it. */
function guardPops(isDirty: () => boolean, ask: Ask): () => void {
  const place = placeOf(window.history.state);
  let ignored = false;
  const onPop = (event: PopStateEvent) => {
    if (ignored) {
      ignored = false;
      event.stopImmediatePropagation();
      return;
    }
    const target = placeOf(event.state);
    if (place === undefined || target === undefined || target === place || !isDirty()) return;
    event.stopImmediatePropagation();
    const steps = target - place;
    ignored = true;
    window.history.go(-steps);
    ask(() => {
      end();
      window.history.go(steps);
    });
  };
  const end = () => window.removeEventListener('popstate', onPop, true);
  window.addEventListener('popstate', onPop, true);
  return end;
}

/**
 * Lets a page ask before it is left with unsaved changes, by link, key, Back or Forward: `asking` is true until `stay` or
 * `leave` is called. The browser asks before closing the tab. Navigation with `replace`, as to the sign-in page, passes.
 * @param isDirty called at the time of leaving
 */
export function useLeaveGuard(dirty: boolean, isDirty: () => boolean) {
  const { navigator } = useContext(NavigationContext);
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const ask = useStableHandler((go: () => void) => setLeave(() => go));

  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => isDirty() && event.preventDefault();
    window.addEventListener('beforeunload', warn);

    // React Router's `useBlocker` needs a data router, so the navigator's `push` is replaced, which every link calls.
    const { push } = navigator;
    navigator.push = (...to) => {
      if (isDirty()) ask(() => push.apply(navigator, to));
      else push.apply(navigator, to);
    };

    const endTraversals = window.navigation
      ? guardTraversals(window.navigation, isDirty, ask)
      : guardPops(isDirty, ask);
    return () => {
      window.removeEventListener('beforeunload', warn);
      endTraversals();
      navigator.push = push;
    };
  }, [dirty, navigator, isDirty, ask]);

  return {
    asking: leave !== null,
    stay: () => setLeave(null),
    leave: () => {
      setLeave(null);
      leave?.();
    },
  };
}
