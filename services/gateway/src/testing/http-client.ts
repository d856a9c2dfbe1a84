import { type IncomingHttpHeaders, request } from 'node:http';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  bytes: Buffer;
  /** Parsed body of the response; undefined if it isn't JSON. */
  body: unknown;
}

export interface Sending {
  /** Body of the request, sent as JSON. Ignored if `raw` is given. */
  body?: unknown;
  raw?: string | Buffer;
  headers?: Record<string, string | string[]>;
  token?: string | undefined;
  /** Idempotency-Key of the request. Default: none. */
  key?: string;
  /** Loopback address to send from. Rate limits count each address separately. */
  from?: string;
}

export type Send = (method: string, path: string, sending?: Sending) => Promise<Answer>;

/** Returns a function that sends requests to a gateway on `port`, with paths from the root. */
export function httpClient(port: number): Send {
  return (method, path, { body, raw, headers = {}, token, key, from } = {}) => {
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const sent: Record<string, string | string[]> = {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(payload !== undefined &&
        !headers['transfer-encoding'] && { 'content-length': String(Buffer.byteLength(payload)) }),
      ...headers,
    };
    return new Promise<Answer>((resolve, reject) => {
      const outgoing = request(
        { host: '127.0.0.1', port, method, path, headers: sent, agent: false, ...(from && { localAddress: from }) },
        (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
          incoming.on('error', reject);
          incoming.on('end', () => {
            const bytes = Buffer.concat(chunks);
            const text = bytes.toString();
            resolve({ status: incoming.statusCode!, headers: incoming.headers, text, bytes, body: parsed(text) });
          });
        },
      );
      outgoing.on('error', reject);
      outgoing.end(payload);
    });
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
