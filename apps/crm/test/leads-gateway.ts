import { AdminGateway, idNumber, Table } from '@docfolio/admin/testing/admin-gateway';
import type { FixtureAnswer, FixtureRequest, FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { type Lead, leadStatuses, leads } from '@docfolio/contracts/entities/lead';
import { stats } from '@docfolio/contracts/entities/stats';

const sources = ['services', 'contact', 'portfolio', 'direct', 'blog'] as const;

/** Returns lead number `n`; 1 is the newest. `changes` replaces fields. */
export function leadNumber(n: number, changes: Partial<Lead> = {}): Lead {
  const at = new Date(Date.UTC(2026, 10, 20, 12) - n * 3_600_000).toISOString();
  return {
    id: idNumber(n),
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

/** A fake gateway with one admin, which serves the given leads. */
export class LeadsGateway extends AdminGateway {
  private readonly table = new Table<Lead>({
    operations: { list: leads.list, get: leads.get, create: leads.create, patch: leads.patch, remove: leads.delete },
    textOf: ({ name, email, company }) => `${name}\n${email}\n${company}`,
    matches: (lead, { status, source, spam = 'hide' }) =>
      lead.is_spam === (spam === 'only') && (!status || lead.status === status) && (!source || lead.source === source),
    make: (input, n) =>
      leadNumber(n, { ...(input as Partial<Lead>), created_at: new Date(Date.UTC(2027, 0, 1)).toISOString() }),
    sort: '-created_at',
  });

  constructor(server: FixtureServer) {
    super(server);
    this.tables.set('leads', this.table);
  }

  get leads(): Lead[] {
    return this.table.rows;
  }

  set leads(rows: Lead[]) {
    this.table.rows = rows;
  }

  reset(stored: Lead[] = []): void {
    this.resetAll();
    this.table.serve(this.server, stored);
    const shown = () => this.leads.filter(({ is_spam }) => !is_spam).length;
    this.server.on(stats.people, () => ({ json: { ...this.people, leads: shown() } }));
  }

  list(request: FixtureRequest): FixtureAnswer {
    return this.table.list(request);
  }

  change(id: string, changes: Partial<Lead>): Lead {
    return this.table.change(id, changes);
  }
}
