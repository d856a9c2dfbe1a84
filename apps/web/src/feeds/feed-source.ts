import type { Operation, OutputOf } from '@docfolio/contracts/core/operation';
import type { FastifyRequest } from 'fastify';
import { responseDeadline } from '../gateway-connection.js';
import { GatewayFetch } from '../rendering/gateway-fetch.js';

/** Retry-After in seconds if the gateway names none. */
const defaultRetryAfter = 10;

/** Thrown if the gateway does not respond, or with an error (429 included) or an invalid body. */
export class SourceUnavailable extends Error {
  override readonly name = 'SourceUnavailable';

  /** @param retryAfter in seconds */
  constructor(
    readonly retryAfter: number,
    options?: ErrorOptions,
  ) {
    super('The posts cannot be read right now', options);
  }
}

/** Reads a public GET operation without parameters. Returns the same object while the gateway's ETag is unchanged. */
export class FeedSource<O extends Operation> {
  private last: { etag: string; output: OutputOf<O> } | undefined;

  constructor(
    private readonly operation: O,
    private readonly gatewayUrl: string,
  ) {}

  async read(request: FastifyRequest): Promise<OutputOf<O>> {
    const last = this.last;
    const response = await this.fetch(request, last?.etag);
    if (response.status === 304 && last) return last.output;
    const retryAfter = Number(response.headers.get('retry-after')) || defaultRetryAfter;
    if (!response.ok)
      throw new SourceUnavailable(retryAfter, { cause: new Error(`The gateway responded with ${response.status}`) });
    const parsed = this.operation.output.safeParse(await response.json().catch(() => undefined));
    if (!parsed.success) throw new SourceUnavailable(retryAfter, { cause: parsed.error });
    const output = parsed.data as OutputOf<O>;
    const etag = response.headers.get('etag');
    this.last = etag ? { etag, output } : undefined;
    return output;
  }

  private async fetch({ id, ip }: FastifyRequest, etag: string | undefined): Promise<Response> {
    const gateway = new GatewayFetch({
      gatewayUrl: this.gatewayUrl,
      address: ip,
      requestId: String(id),
      signal: AbortSignal.timeout(responseDeadline),
    });
    try {
      return await gateway.fetch(`/api/v1${this.operation.path}`, { headers: etag ? { 'if-none-match': etag } : {} });
    } catch (cause) {
      throw new SourceUnavailable(defaultRetryAfter, { cause });
    }
  }
}
