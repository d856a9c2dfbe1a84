import { type LiveChange, liveChange, livePath } from '@docfolio/contracts/live';
import { problemOf } from './answer.js';
import { EventStreamReader, type StreamEvent } from './live-events.js';
import { apiBase } from './request.js';
import type { SessionStore } from './session-store.js';

/** Milliseconds until the server has to begin its answer. */
const openPatience = 10_000;

export interface LiveStreamOptions {
  session: Pick<SessionStore, 'authorised'>;
  /** Empty for a newcomer. */
  lastEventId: string;
  /** Ends it. */
  signal: AbortSignal;
  /** The stream is there. */
  onOpen: () => void;
  /** Something has arrived, if only a sign of life. `lastEventId` and `retry` are what the stream has said last. */
  onArrival: (news: (LiveChange | 'reset')[], reader: EventStreamReader) => void;
}

/**
 * Hears one stream until it ends, for whatever reason.
 * @throws ProblemError what the gateway answered instead; whatever fetch throws when the connection breaks or is aborted
 */
export async function hearLiveStream(options: LiveStreamOptions): Promise<void> {
  const { session, lastEventId, signal, onOpen, onArrival } = options;
  const response = await session.authorised((accessToken) => open(accessToken, lastEventId, signal));
  const reader = new EventStreamReader();
  onOpen();
  const body = response.body!.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await body.read();
    if (done) return;
    onArrival(reader.read(decoder.decode(value, { stream: true })).flatMap(newsOf), reader);
  }
}

async function open(accessToken: string, lastEventId: string, signal: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = { accept: 'text/event-stream', authorization: `Bearer ${accessToken}` };
  if (lastEventId !== '') headers['last-event-id'] = lastEventId;
  const late = new AbortController();
  const cancel = () => late.abort();
  const timer = setTimeout(cancel, openPatience);
  signal.addEventListener('abort', cancel);
  if (signal.aborted) cancel();
  // The signal goes on to end the stream once it is there.
  const response = await fetch(apiBase + livePath, { headers, cache: 'no-store', signal: late.signal }).finally(() =>
    clearTimeout(timer),
  );
  if (!response.ok) throw problemOf(response, await response.text());
  return response;
}

/** What the server knows and this page doesn't (it may be newer) is nothing to the page. */
function newsOf({ type, data }: StreamEvent): (LiveChange | 'reset')[] {
  if (type === 'reset') return ['reset'];
  if (type !== 'change') return [];
  try {
    const change = liveChange.safeParse(JSON.parse(data));
    return change.success ? [change.data] : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}
