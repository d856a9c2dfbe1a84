import { createHash, randomUUID } from 'node:crypto';

export interface Account {
  email: string;
  password: string;
}

/** Names what a release's recorded data contains and each upgrade must keep. */
export interface Story {
  owner: Account;
  /** A published post with an image. */
  post: { slug: string; title: string };
  image: { path: string; type: string; sha256: string };
  /** Addresses of contact forms: one that is a lead, and one that was accepted and not stored yet. */
  stored: string;
  accepted: string;
}

type Method = 'GET' | 'POST' | 'PATCH';

/** Visits a site, and its CRM after `signIn`. */
export class Visitor {
  private token: string | undefined;

  constructor(private readonly url: string) {}

  get(path: string): Promise<Response> {
    return fetch(new URL(path, this.url));
  }

  async signIn(account: Account): Promise<void> {
    const { access_token } = await this.call<{ access_token: string }>('POST', '/auth/sign-in', account);
    this.token = access_token;
  }

  /** Sends a contact form. @returns 201 if it was stored, 202 if it was accepted */
  async contact(email: string): Promise<number> {
    const body = { name: 'Ines Okonkwo', email, message: 'Our checkout times out at night.', source: 'contact' };
    return (await this.send('POST', '/leads', body)).status;
  }

  /** @throws Error for a status other than 2xx */
  async call<T>(method: Method, path: string, body?: object | FormData): Promise<T> {
    const response = await this.send(method, path, body);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`);
    return JSON.parse(text) as T;
  }

  async leads(): Promise<string[]> {
    const emails: string[] = [];
    let next: string | null = null;
    do {
      const after: string = next ? `&after=${encodeURIComponent(next)}` : '';
      const page: { items: { email: string }[]; next: string | null } = await this.call(
        'GET',
        `/admin/leads?limit=100${after}`,
      );
      emails.push(...page.items.map(({ email }) => email));
      next = page.next;
    } while (next);
    return emails;
  }

  private send(method: Method, path: string, body?: object | FormData): Promise<Response> {
    const isJson = body !== undefined && !(body instanceof FormData);
    return fetch(new URL(`/api/v1${path}`, this.url), {
      method,
      headers: {
        ...(isJson && { 'content-type': 'application/json' }),
        ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
        ...(this.token && { authorization: `Bearer ${this.token}` }),
      },
      ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body }),
    });
  }
}

export async function sha256Of(response: Response): Promise<string> {
  return createHash('sha256')
    .update(Buffer.from(await response.arrayBuffer()))
    .digest('hex');
}
