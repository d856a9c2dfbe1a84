import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { AdminApi } from './admin-api.js';
import { Load } from './load.js';
import { loadProblems } from './report.js';
import { RetryingClient, retryRule } from './retrying-client.js';

interface Lead {
  id: string;
  email: string;
  company: string | null;
  version: number;
}

/** An in-memory platform that can have each of the faults that the verification must detect. */
class FakePlatform {
  readonly leads: Lead[] = [];
  fault: 'none' | 'loses' | 'stores twice' | 'forgets edits' | 'refuses' = 'none';
  server!: Server;

  async start(): Promise<string> {
    this.server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const text = Buffer.concat(chunks).toString();
      const [status, body] = this.respond(`${request.method} ${request.url}`, text ? JSON.parse(text) : {});
      response.writeHead(status).end(JSON.stringify(body));
    });
    await once(this.server.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(this.server.address() as { port: number }).port}`;
  }

  private respond(route: string, body: Record<string, string | number>): [number, unknown] {
    if (route === 'POST /api/v1/auth/sign-in') return [200, { access_token: 'token' }];
    if (/^POST .*\/leads$/.test(route)) {
      const lead = { id: randomUUID(), email: String(body.email), company: null, version: 1 };
      if (this.fault === 'refuses') return [500, {}];
      if (this.fault !== 'loses') this.leads.push(lead);
      if (this.fault === 'stores twice') this.leads.push({ ...lead });
      return [201, lead];
    }
    const lead = this.leads.find(({ id }) => route === `PATCH /api/v1/admin/leads/${id}`);
    if (!lead) return [200, {}];
    if (lead.version !== body.version) return [409, {}];
    if (this.fault !== 'forgets edits') lead.company = String(body.company);
    lead.version++;
    return [200, lead];
  }
}

describe('a load', () => {
  let platform: FakePlatform;

  async function problemsWith(fault: FakePlatform['fault']): Promise<string[]> {
    platform = new FakePlatform();
    // Refused requests are repeated until the deadline; the others must not miss it on a busy machine.
    const deadline = fault === 'refuses' ? 4_000 : 60_000;
    const client = new RetryingClient(await platform.start(), { ...retryRule, deadline });
    const load = new Load(new AdminApi(client, { email: 'a@b.example', password: 'x' }), 100, 'test');
    await load.prepare(2);
    platform.fault = fault;
    load.start();
    while (load.sent < 40) await delay(20);
    const figures = await load.stop();
    const stored = platform.leads.map(({ email, company }) => ({ key: email, value: company }));
    return loadProblems({ figures, comparison: load.ledger.compare(stored) });
  }

  afterEach(() => {
    platform.server.closeAllConnections();
    platform.server.close();
  });

  it('reports nothing for a platform that stores what it acknowledges', async () => {
    expect(await problemsWith('none')).toEqual([]);
  });

  it.each([
    ['loses', /^lost: form-/],
    ['stores twice', /^stored twice: form-/],
    ['forgets edits', /^lost edit: edited-/],
    ['refuses', /^failed: POST \/api\/v1\/leads/],
  ] as const)('reports a platform that %s', async (fault, expected) => {
    const problems = await problemsWith(fault);
    expect(problems.length).toBeGreaterThan(0);
    for (const problem of problems) expect(problem).toMatch(expected);
  });
});
