import { randomUUID } from 'node:crypto';
import type { ClientRequest, Outcome, RetryingClient } from './retrying-client.js';

export interface Credentials {
  email: string;
  password: string;
}

/** ms until a new sign-in; access tokens are valid for five minutes. */
const tokenMs = 240_000;

/** Calls the API as the admin, signing in when necessary. */
export class AdminApi {
  private token: { value: string; until: number } | undefined;

  constructor(
    readonly client: RetryingClient,
    private readonly credentials: Credentials,
  ) {}

  private async authorization(): Promise<string> {
    if (!this.token || this.token.until < Date.now()) {
      const { status, text } = await this.client.send({
        method: 'POST',
        path: '/api/v1/auth/sign-in',
        body: this.credentials,
      });
      if (status !== 200) throw new Error(`Signing in as ${this.credentials.email} returned ${status}: ${text}`);
      const { access_token } = JSON.parse(text) as { access_token: string };
      this.token = { value: access_token, until: Date.now() + tokenMs };
    }
    return `Bearer ${this.token.value}`;
  }

  /** Sends a request below `/api/v1/admin`, a POST with a new Idempotency-Key. */
  async send({ method, path, headers, body }: ClientRequest): Promise<Outcome> {
    const key: Record<string, string> = method === 'POST' ? { 'idempotency-key': randomUUID() } : {};
    const authorization = await this.authorization();
    return this.client.send({
      method,
      path: `/api/v1/admin${path}`,
      headers: { authorization, ...key, ...headers },
      ...(body === undefined ? {} : { body }),
    });
  }

  /** Sends a request and returns the parsed body. @throws Error for a response other than 2xx */
  async call<T>(method: ClientRequest['method'], path: string, body?: object | FormData): Promise<T> {
    const { status, text } = await this.send({ method, path, ...(body === undefined ? {} : { body }) });
    if (status < 200 || status > 299)
      throw new Error(`${method} /admin${path} returned ${status}: ${text.slice(0, 500)}`);
    return JSON.parse(text) as T;
  }

  async all<T>(path: string, query: Record<string, string> = {}): Promise<T[]> {
    const rows: T[] = [];
    let after: string | null = null;
    do {
      const search = new URLSearchParams({ ...query, limit: '100', ...(after ? { after } : {}) });
      const page: { items: T[]; next: string | null } = await this.call('GET', `${path}?${search}`);
      rows.push(...page.items);
      after = page.next;
    } while (after);
    return rows;
  }
}
