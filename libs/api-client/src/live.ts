import { sessionStore } from '@docfolio/api-client/session';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { LiveConnection, type LiveListener, type LiveStatus } from './live-connection.js';

export type { LiveListener, LiveNews, LiveStatus } from './live-connection.js';

/** The page's one stream of changes. Only the CRM hears it, so its copy of this module is the only one. */
export const liveConnection = new LiveConnection({ session: sessionStore });

/** The status as the component sees it; `reconnecting` on a server and until the stream is there. */
export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(liveConnection.onStatus, liveConnection.getStatus, () => 'reconnecting');
}

/**
 * Calls `handler` with what has changed while the component is mounted: an array at most every 50 ms, or `reset`. The
 * handler of the latest render is called; it needs no memo.
 */
export function useLiveChanges(handler: LiveListener): void {
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(() => liveConnection.subscribe((news) => latest.current(news)), []);
}
