import { sessionStore } from '@docfolio/api-client/session';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { LiveConnection } from './live-connection.js';
import type { LiveListener } from './live-news.js';
import type { LiveStatus } from './live-status.js';

export type { LiveListener, LiveNews } from './live-news.js';
export type { LiveStatus } from './live-status.js';

/** The page's live connection. Only the frame of the signed-in pages may import it: a remote would bundle a copy, and connect twice. */
export const liveConnection = new LiveConnection({ session: sessionStore });

/** Returns the connection's status and re-renders when it changes. On a server it is `reconnecting`. */
export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(liveConnection.onStatus, liveConnection.getStatus, () => 'reconnecting');
}

/** Calls the `handler` of the latest render with batches of changes, at most every 50 ms, while mounted. */
export function useLiveChanges(handler: LiveListener): void {
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(() => liveConnection.subscribe((news) => latest.current(news)), []);
}
