import { NavigationContext } from '@docfolio/federation/router';
import { useContext, useEffect, useState } from 'react';
import { useStableHandler } from '../../records/use-stable-handler.js';

/** What the router numbers the entries of the history with. */
const placeOf = (state: unknown): number | undefined =>
  typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number'
    ? state.idx
    : undefined;

type Ask = (go: () => void) => void;

/**
 * Back and Forward where a browser lets a page refuse them (WHATWG HTML, 7.2.6): it does while somebody is at work in
 * it. To another document the browser's own question is asked.
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

/** The same where they have happened already when they are heard of: the address is put back before the router looks. */
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
 * Asks before the page is left with something unsaved, whichever way: a link, a key, Back and Forward here; closing the
 * tab and other sites by the browser's own question. A guard sent to sign in isn't held up (that replaces the address).
 * @param isDirty asked when somebody leaves
 */
export function useLeaveGuard(dirty: boolean, isDirty: () => boolean) {
  const { navigator } = useContext(NavigationContext);
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const ask = useStableHandler((go: () => void) => setLeave(() => go));

  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => isDirty() && event.preventDefault();
    window.addEventListener('beforeunload', warn);

    // The router has no way to block but for its data routers: every push of this page goes through this one object.
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
