import type { LiveChange } from '@docfolio/contracts/core/live';
import { readLiveStream } from './live-stream.js';

const leadCreated: LiveChange = { topic: 'leads', id: 'lead-1', act: 'created' };
const data = JSON.stringify(leadCreated);

/** Reads a stream that arrives in `chunks`. @returns what was received, with each chunk's news */
async function read(...chunks: string[]) {
  const seen = { news: [] as unknown[][], ids: [] as string[], retries: [] as number[] };
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      for (const chunk of chunks) stream.enqueue(new TextEncoder().encode(chunk));
      stream.close();
    },
  });
  await readLiveStream({
    session: { authorised: async () => new Response(body) as never },
    lastEventId: '',
    signal: new AbortController().signal,
    onOpen: () => undefined,
    onArrival: (news) => void seen.news.push(news),
    onId: (id) => void seen.ids.push(id),
    onRetry: (ms) => void seen.retries.push(ms),
  });
  return seen;
}

describe('the stream of live changes', () => {
  const [first, rest] = [data.slice(0, data.indexOf(',') + 1), data.slice(data.indexOf(',') + 1)];
  const text = `: a comment\nretry: 700\n\nid: 1-0\nevent: change\ndata: ${first}\ndata:${rest}\n\nid: 2-0\n\n:\n\nid: 3-0\nevent: reset\ndata: {}\n\n`;

  it.each([
    ['\n', 'LF'],
    ['\r\n', 'CRLF'],
    ['\r', 'CR'],
  ])('is parsed in chunks that end anywhere, with %j as line ending', async (end) => {
    const whole = text.replaceAll('\n', end);
    const expected = { news: [leadCreated, 'reset'], ids: ['1-0', '2-0', '3-0'], retries: [700] };
    const flat = ({ news, ...others }: Awaited<ReturnType<typeof read>>) => ({ news: news.flat(), ...others });
    expect(flat(await read(...whole))).toEqual(expected);
    for (let at = 0; at <= whole.length; at++) {
      expect({ at, ...flat(await read(whole.slice(0, at), whole.slice(at))) }).toEqual({ at, ...expected });
    }
  });

  it('gives an event and its id only when the event is complete', async () => {
    expect(await read('id: 1-0\nevent: change\n', `data: ${data}\n`)).toEqual({ news: [[], []], ids: [], retries: [] });
    expect(await read('id: 1-0\nevent: change\n', `data: ${data}\n\n`)).toMatchObject({
      news: [[], [leadCreated]],
      ids: ['1-0'],
    });
  });

  it('calls back for heartbeats, without news', async () => {
    expect(await read(':\n\n', ':\n\n')).toEqual({ news: [[], []], ids: [], retries: [] });
  });

  it('ignores unknown fields and events, invalid values and changes that it does not understand', async () => {
    const seen = await read(
      `id: a\0b\nretry: soon\nwhatever: x\n data: y\ndata: {}\n\nevent: newer\ndata: {}\n\nevent: change\ndata: {"topic"\n\nevent: change\ndata: {"topic":"newer"}\n\nevent: change\ndata: ${data}\n\n`,
    );
    expect(seen).toEqual({ news: [[leadCreated]], ids: [], retries: [] });
  });
});
