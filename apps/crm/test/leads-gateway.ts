import type { FixtureAnswer, FixtureRequest, FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { sampleSession, sampleUser } from '@docfolio/api-client/testing/samples';
import { type Lead, leadStatuses, leads } from '@docfolio/contracts/lead';
import { ProblemError } from '@docfolio/contracts/problem';
import { auth } from '@docfolio/contracts/session';

const sources = ['services', 'contact', 'portfolio', 'direct', 'blog'] as const;

/** Lead number `n` (from 1), the newest first; `changes` on top. */
export function leadNumber(n: number, changes: Partial<Lead> = {}): Lead {
  const at = new Date(Date.UTC(2026, 10, 20, 12) - n * 3_600_000).toISOString();
  return {
    id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    name: `Person ${n}`,
    email: `person${n}@example.com`,
    phone: null,
    company: n % 2 ? `Company ${n}` : null,
    message: `Message ${n}`,
    source: sources[n % sources.length]!,
    budget_range: null,
    timeline: null,
    service_interest: null,
    project_type: null,
    status: leadStatuses[0],
    is_spam: false,
    client_id: null,
    project_id: null,
    created_at: at,
    updated_at: at,
    version: 1,
    ...changes,
  };
}

/** A gateway with one admin and the leads it is given, which answers as the contract says. */
export class LeadsGateway {
  leads: Lead[] = [];
  isAdmin = true;

  constructor(readonly server: FixtureServer) {}

  /** Every operation answers again, and the requests so far are forgotten. */
  reset(stored: Lead[] = []): void {
    this.leads = stored;
    this.isAdmin = true;
    const { server } = this;
    server.reset();
    server.on(auth.me, () => ({ json: { user: sampleUser, is_admin: this.isAdmin } }));
    server.on(auth.signIn, () => ({ json: sampleSession(1) }));
    server.on(auth.signOut, { json: {} });
    server.on(leads.list, (request) => this.list(request));
    server.on(leads.get, (request) => ({ json: this.#find(request) }));
    server.on(leads.create, (request) => this.#create(request));
    server.on(leads.patch, (request) => this.#patch(request));
    server.on(leads.delete, (request) => {
      const { id } = this.#find(request);
      this.leads = this.leads.filter((lead) => lead.id !== id);
      return { json: { id } };
    });
  }

  #find({ path }: FixtureRequest): Lead {
    const found = this.leads.find(({ id }) => path.endsWith(id));
    if (!found) throw new ProblemError('not_found');
    return found;
  }

  list({ query }: FixtureRequest): FixtureAnswer {
    const { search = '', status, source, spam = 'hide', sort = '-created_at', after, limit = '50' } = query;
    const key = sort.replace('-', '') as 'created_at' | 'name';
    const direction = sort.startsWith('-') ? -1 : 1;
    const matches = this.leads
      .filter((lead) => lead.is_spam === (spam === 'only'))
      .filter((lead) => !status || lead.status === status)
      .filter((lead) => !source || lead.source === source)
      .filter((lead) => `${lead.name}\n${lead.email}\n${lead.company}`.toLowerCase().includes(search.toLowerCase()))
      .sort((one, other) => (one[key] < other[key] ? -direction : direction));
    const start = Number(after ?? 0);
    const end = start + Number(limit);
    return {
      json: {
        items: matches.slice(start, end),
        total: matches.length,
        total_exact: true,
        next: end < matches.length ? String(end) : null,
      },
    };
  }

  #create({ body }: FixtureRequest): FixtureAnswer {
    const n = 900 + this.leads.length;
    const lead = leadNumber(n, {
      ...(body as Partial<Lead>),
      created_at: new Date(Date.UTC(2027, 0, 1)).toISOString(),
    });
    this.leads = [...this.leads, lead];
    return { status: 201, json: lead };
  }

  #patch(request: FixtureRequest): FixtureAnswer {
    const found = this.#find(request);
    const { version, ...changes } = request.body as Partial<Lead>;
    if (version !== undefined && version !== found.version) throw new ProblemError('stale', { current: found });
    return { json: this.change(found.id, changes) };
  }

  /** Changes a stored lead, as another tab of the owner would. */
  change(id: string, changes: Partial<Lead>): Lead {
    this.leads = this.leads.map((lead) => (lead.id === id ? { ...lead, ...changes, version: lead.version + 1 } : lead));
    return this.leads.find((lead) => lead.id === id)!;
  }
}
