import { type LiveChange, liveChange, livePath } from '@docfolio/contracts/core/live';
import { eventStreamParser, type StreamedEvent } from './event-stream.js';
import { apiBase } from './request.js';
import { problemOf } from './response.js';
import type { SessionStore } from './session-store.js';

const openTimeout = 10_000;

export type LiveItem = LiveChange | 'reset';

export interface LiveStreamOptions {
  session: Pick<SessionStore, 'authorised'>;
  lastEventId: string;
  signal: AbortSignal;
  onOpen: () => void;
  /** Called after each received chunk. `news` is empty if the chunk completes no change, e.g. a heartbeat. */
  onArrival: (news: LiveItem[]) => void;
  /** Called with the `id` of an event, before the `onArrival` of its chunk. */
  onId: (id: string) => void;
  /** Called with the server's `retry` field: ms before reconnecting. */
  onRetry: (ms: number) => void;
}

/** Reads live changes until the stream ends. @throws ProblemError if refused; fetch errors, also if `signal` aborts */
export async function readLiveStream(options: LiveStreamOptions): Promise<void> {
  const { session, lastEventId, signal, onOpen, onArrival, onId, onRetry } = options;
  const response = await session.authorised((accessToken) => open(accessToken, lastEventId, signal));
  const news: LiveItem[] = [];
  const parse = eventStreamParser({ onEvent: (event) => news.push(...newsOf(event)), onId, onRetry });
  onOpen();
  const body = response.body!.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await body.read();
    if (done || signal.aborted) return;
    parse(decoder.decode(value, { stream: true }));
    onArrival(news.splice(0));
  }
}

async function open(accessToken: string, lastEventId: string, signal: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = { accept: 'text/event-stream', authorization: `Bearer ${accessToken}` };
  if (lastEventId !== '') headers['last-event-id'] = lastEventId;
  const controller = new AbortController();
  const cancel = () => controller.abort();
  const timer = setTimeout(cancel, openTimeout);
  signal.addEventListener('abort', cancel);
  if (signal.aborted) cancel();
  // The abort listener stays, because the signal also ends the open stream.
  const response = await fetch(apiBase + livePath, { headers, cache: 'no-store', signal: controller.signal }).finally(
    () => clearTimeout(timer),
  );
  if (!response.ok) throw problemOf(response, await response.text());
  return response;
}

/** Returns nothing for events and topics that this page doesn't know: the server may be newer. */
function newsOf({ event, data }: StreamedEvent): LiveItem[] {
  if (event === 'reset') return ['reset'];
  if (event !== 'change') return [];
  try {
    const change = liveChange.safeParse(JSON.parse(data));
    return change.success ? [change.data] : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}
