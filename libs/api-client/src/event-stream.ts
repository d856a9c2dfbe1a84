export interface StreamEvent {
  /** The event's name; `message` if the stream gives none. */
  type: string;
  data: string;
}

/**
 * Parses a `text/event-stream` response from text chunks, which may end in the middle of a line.
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export class EventStreamReader {
  /** The last event id received, for the `Last-Event-ID` of the next connection; empty if there was none. */
  lastEventId = '';
  retry: number | undefined;
  #line = '';
  #afterReturn = false;
  #data: string[] = [];
  #type = '';
  #id = '';

  /** Parses the next chunk. @returns the events that it completes; none if the chunk ends within an event */
  read(chunk: string): StreamEvent[] {
    const events: StreamEvent[] = [];
    let text = chunk;
    if (this.#afterReturn && text !== '') {
      this.#afterReturn = false;
      if (text.startsWith('\n')) text = text.slice(1);
    }
    const lines = (this.#line + text).split(/\r\n|\n|\r/);
    if (text.endsWith('\r')) this.#afterReturn = true;
    this.#line = lines.pop()!;
    for (const line of lines) {
      if (line === '') this.#dispatch(events);
      else this.#field(line);
    }
    return events;
  }

  #field(line: string): void {
    const colon = line.indexOf(':');
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (name === 'data') this.#data.push(value);
    else if (name === 'event') this.#type = value;
    else if (name === 'id' && !value.includes('\0')) this.#id = value;
    else if (name === 'retry' && /^\d+$/.test(value)) this.retry = Number(value);
  }

  #dispatch(events: StreamEvent[]): void {
    this.lastEventId = this.#id;
    if (this.#data.length > 0) events.push({ type: this.#type || 'message', data: this.#data.join('\n') });
    this.#data = [];
    this.#type = '';
  }
}
