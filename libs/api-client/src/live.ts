import { sessionStore } from '@docfolio/api-client/session';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { LiveConnection, type LiveListener, type LiveStatus } from './live-connection.js';

export type { LiveListener, LiveNews, LiveStatus } from './live-connection.js';

/** The page's one live connection. Only the CRM imports this module, so there is only one copy of it. */
export const liveConnection = new LiveConnection({ session: sessionStore });

/** Returns the live status and re-renders when it changes; `reconnecting` on a server and until the stream opens. */
export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(liveConnection.onStatus, liveConnection.getStatus, () => 'reconnecting');
}

/** Calls the latest render's `handler` with changes while the component is mounted, at most every 50 ms. */
export function useLiveChanges(handler: LiveListener): void {
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(() => liveConnection.subscribe((news) => latest.current(news)), []);
}
