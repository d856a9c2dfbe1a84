import { EventStreamReader } from './event-stream.js';

function read(...pieces: string[]) {
  const reader = new EventStreamReader();
  return { events: pieces.flatMap((piece) => reader.read(piece)), reader };
}

describe('EventStreamReader', () => {
  const text =
    ': a comment\nretry: 700\n\nid: 1-0\nevent: change\ndata: {"a":\ndata:  1}\n\nid: 2-0\n\ndata\n\n:\n\nevent: x\n\n';
  const expected = [
    { type: 'change', data: '{"a":\n 1}' },
    { type: 'message', data: '' },
  ];

  it('parses event streams as the HTML standard specifies', () => {
    const { events, reader } = read(text);
    expect(events).toEqual(expected);
    expect([reader.lastEventId, reader.retry]).toEqual(['2-0', 700]);
  });

  it.each([
    ['\n', 'LF'],
    ['\r\n', 'CRLF'],
    ['\r', 'CR'],
  ])('parses chunks that end anywhere, with %j as line ending', (end) => {
    const whole = text.replaceAll('\n', end);
    expect(read(...whole).events).toEqual(expected);
    for (let at = 0; at <= whole.length; at++) {
      const { events, reader } = read(whole.slice(0, at), '', whole.slice(at));
      expect({ at, events, id: reader.lastEventId }).toEqual({ at, events: expected, id: '2-0' });
    }
  });

  it('returns an event and updates the last event id only when the event is complete', () => {
    const reader = new EventStreamReader();
    expect(reader.read('id: 1-0\ndata: a\n')).toEqual([]);
    expect(reader.lastEventId).toBe('');
    expect(reader.read('\n')).toEqual([{ type: 'message', data: 'a' }]);
    expect(reader.lastEventId).toBe('1-0');
  });

  it('keeps the last event id after events without one and accepts an empty id', () => {
    const { reader } = read('id: 1-0\ndata: a\n\ndata: b\n\n');
    expect(reader.lastEventId).toBe('1-0');
    reader.read('id\ndata: c\n\n');
    expect(reader.lastEventId).toBe('');
  });

  it('ignores unknown fields and invalid values', () => {
    const { events, reader } = read('id: a\0b\nretry: soon\nwhatever: x\n data: y\ndata:z:1\n\n');
    expect(events).toEqual([{ type: 'message', data: 'z:1' }]);
    expect([reader.lastEventId, reader.retry]).toEqual(['', undefined]);
  });
});
