import type { Operation, OutputOf } from '@docfolio/contracts/operation';
import type { FastifyRequest } from 'fastify';
import { responseDeadline } from '../gateway-connection.js';
import { GatewayFetch } from '../rendering/gateway-fetch.js';

/** Seconds after which to come back, when the gateway names none. */
const defaultRetry = 10;

/** The gateway, or the service behind it, can't be asked at the moment. */
export class SourceAway extends Error {
  override readonly name = 'SourceAway';

  /** @param retryAfter in seconds */
  constructor(
    readonly retryAfter: number,
    options?: ErrorOptions,
  ) {
    super('The posts cannot be read right now', options);
  }
}

/**
 * One public GET without parameters. The gateway is asked each time, and says by its ETag when nothing has changed: the
 * same object is then handed out again, so that what was made of it can be kept by it.
 */
export class LatestAnswer<O extends Operation> {
  #last: { etag: string; answer: OutputOf<O> } | undefined;

  constructor(
    private readonly operation: O,
    private readonly gatewayUrl: string,
  ) {}

  /** @throws SourceAway when there is no answer, or none that the contract knows. */
  async read(request: FastifyRequest): Promise<OutputOf<O>> {
    const last = this.#last;
    const response = await this.#ask(request, last?.etag);
    if (response.status === 304 && last) return last.answer;
    const retryAfter = Number(response.headers.get('retry-after')) || defaultRetry;
    if (!response.ok) throw new SourceAway(retryAfter, { cause: new Error(`The gateway answered ${response.status}`) });
    const parsed = this.operation.output.safeParse(await response.json().catch(() => undefined));
    if (!parsed.success) throw new SourceAway(retryAfter, { cause: parsed.error });
    const answer = parsed.data as OutputOf<O>;
    const etag = response.headers.get('etag');
    this.#last = etag ? { etag, answer } : undefined;
    return answer;
  }

  async #ask({ id, ip }: FastifyRequest, etag: string | undefined): Promise<Response> {
    const gateway = new GatewayFetch({
      gatewayUrl: this.gatewayUrl,
      address: ip,
      requestId: String(id),
      signal: AbortSignal.timeout(responseDeadline),
    });
    try {
      return await gateway.fetch(`/api/v1${this.operation.path}`, { headers: etag ? { 'if-none-match': etag } : {} });
    } catch (cause) {
      throw new SourceAway(defaultRetry, { cause });
    }
  }
}
