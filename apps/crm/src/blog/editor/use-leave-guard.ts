import { useStableHandler } from '@docfolio/admin/records/use-stable-handler';
import { NavigationContext } from '@docfolio/federation/router';
import { useContext, useEffect, useState } from 'react';

/** Returns the index that React Router stores in a history entry's state. */
const placeOf = (state: unknown): number | undefined =>
  typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number'
    ? state.idx
    : undefined;

type Ask = (go: () => void) => void;

/** Calls `ask` before Back and Forward within this document, by the Navigation API (WHATWG HTML, 7.2.6). */
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

/** Restores the URL after Back and Forward and calls `ask`, in browsers without the Navigation API. */
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

/** Asks before leaving with unsaved changes, by link, Back or Forward (not by `replace`, as to sign-in). */
export function useLeaveGuard(dirty: boolean, isDirty: () => boolean) {
  const { navigator } = useContext(NavigationContext);
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const ask = useStableHandler((go: () => void) => setLeave(() => go));

  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => isDirty() && event.preventDefault();
    window.addEventListener('beforeunload', warn);

    // `useBlocker` needs a data router, so the navigator's `push` is replaced, which every link calls.
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
