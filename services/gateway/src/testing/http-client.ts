import { type IncomingHttpHeaders, request } from 'node:http';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The parsed body; undefined when it isn't JSON. */
  body: unknown;
}

export interface Sending {
  /** Sent as JSON, unless `raw` is given. */
  body?: unknown;
  raw?: string | Buffer;
  headers?: Record<string, string | string[]>;
  token?: string | undefined;
  /** Idempotency-Key */
  key?: string;
  /** The loopback address that the request comes from: limits count each on its own. */
  from?: string;
}

export type Send = (method: string, path: string, sending?: Sending) => Promise<Answer>;

/** Sends requests to a gateway on `port`, below no prefix. */
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
            const text = Buffer.concat(chunks).toString();
            resolve({ status: incoming.statusCode!, headers: incoming.headers, text, body: parsed(text) });
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
