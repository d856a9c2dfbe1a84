import { NavigationContext } from '@docfolio/federation/router';
import { useContext, useEffect, useState } from 'react';
import { useStableHandler } from '../../records/use-stable-handler.js';

/** The number that the router gives to an entry of the history. */
const placeOf = (state: unknown): number | undefined =>
  typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number'
    ? state.idx
    : undefined;

type Ask = (go: () => void) => void;

/**
 * Asks before Back and Forward where the browser lets a page cancel them (WHATWG HTML, 7.2.6). Before another document the
 * browser asks itself.
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

/** The same for browsers that report them afterwards: the address is restored before the router reads it. */
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
 * Asks before the page is left with unsaved changes: by link, key, Back or Forward; the browser asks before the tab closes.
 * The redirect to the sign-in page passes (it replaces the address).
 * @param isDirty called when the page is left
 */
export function useLeaveGuard(dirty: boolean, isDirty: () => boolean) {
  const { navigator } = useContext(NavigationContext);
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const ask = useStableHandler((go: () => void) => setLeave(() => go));

  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => isDirty() && event.preventDefault();
    window.addEventListener('beforeunload', warn);

    // Only data routers can block; all pushes of this page go through this object.
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
