/** An event of a stream, with an empty type if the server gave none. */
export interface StreamedEvent {
  event: string;
  data: string;
}

export interface EventStreamCallbacks {
  onEvent: (event: StreamedEvent) => void;
  /** Called when an event that has an id is complete, also if it has no data. */
  onId: (id: string) => void;
  onRetry: (ms: number) => void;
}

/**
 * Returns a function that parses the next chunk of an event stream
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation). The maintained versions of
 * eventsource-parser need a newer Node than the workspace promises.
 */
export function eventStreamParser({ onEvent, onId, onRetry }: EventStreamCallbacks): (chunk: string) => void {
  let rest = '';
  let endedWithReturn = false;
  let id: string | undefined;
  let event = '';
  let data: string[] = [];

  const dispatch = () => {
    if (id !== undefined) onId(id);
    if (data.length > 0) onEvent({ event, data: data.join('\n') });
    id = undefined;
    event = '';
    data = [];
  };
  const readLine = (line: string) => {
    if (line === '') return dispatch();
    const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === 'data') data.push(value);
    if (name === 'event') event = value;
    if (name === 'id' && !value.includes('\0')) id = value;
    if (name === 'retry' && /^\d+$/.test(value)) onRetry(Number(value));
  };

  return (chunk) => {
    if (chunk === '') return;
    // The second half of a line break whose first half ended the last chunk.
    rest += endedWithReturn && chunk.startsWith('\n') ? chunk.slice(1) : chunk;
    endedWithReturn = chunk.endsWith('\r');
    const lines = rest.split(/\r\n|\n|\r/);
    rest = lines.pop() ?? '';
    for (const line of lines) readLine(line);
  };
}
