import { AdminGateway, idNumber, Table } from '@docfolio/admin/testing/admin-gateway';
import type { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { type Client, clients } from '@docfolio/contracts/entities/client';
import { leads } from '@docfolio/contracts/entities/lead';
import type { Project } from '@docfolio/contracts/entities/project';
import { stats } from '@docfolio/contracts/entities/stats';
import { leadNumber } from './leads-gateway.js';
import { ProjectTable } from './projects-table.js';

/** Returns client number `n`; 1 is the newest. `changes` replaces fields. */
export function clientNumber(n: number, changes: Partial<Client> = {}): Client {
  const at = new Date(Date.UTC(2026, 10, 20, 12) - n * 3_600_000).toISOString();
  return {
    id: idNumber(n),
    name: `Client ${n}`,
    email: `client${n}@example.com`,
    phone: null,
    company: n % 2 ? `Company ${n}` : null,
    billing_address: null,
    lead_id: null,
    created_at: at,
    updated_at: at,
    version: 1,
    ...changes,
  };
}

/** A fake gateway with one admin, which serves clients and their projects, and a lead for every requested id. */
export class ClientsGateway extends AdminGateway {
  private readonly clientTable = new Table<Client>({
    operations: {
      list: clients.list,
      get: clients.get,
      create: clients.create,
      patch: clients.patch,
      remove: clients.delete,
    },
    textOf: ({ name, email, company, phone }) => [name, email, company, phone].join('\n'),
    make: (input, n) =>
      clientNumber(n, { ...(input as Partial<Client>), created_at: new Date(Date.UTC(2027, 0, 1)).toISOString() }),
    sort: '-created_at',
  });
  private readonly projectTable = new ProjectTable((id) => this.clients.find((client) => client.id === id));

  constructor(server: FixtureServer) {
    super(server);
    this.tables.set('clients', this.clientTable);
    this.tables.set('projects', this.projectTable);
  }

  get clients(): Client[] {
    return this.clientTable.rows;
  }

  set clients(rows: Client[]) {
    this.clientTable.rows = rows;
  }

  get projects(): Project[] {
    return this.projectTable.rows;
  }

  set projects(rows: Project[]) {
    this.projectTable.rows = rows;
  }

  /** Restores all operations and replaces the stored records. */
  reset(stored: { clients?: Client[]; projects?: Project[] } = {}): void {
    this.resetAll();
    this.clientTable.serve(this.server, stored.clients ?? []);
    this.projectTable.serve(this.server, stored.projects ?? []);
    this.server.on(leads.get, ({ path }) => ({ json: leadNumber(1, { id: path.split('/').at(-1)! }) }));
    this.server.on(stats.people, () => ({
      json: { ...this.people, clients: this.clients.length, projects: this.projects.length },
    }));
  }

  listClients(request: Parameters<Table<Client>['list']>[0]) {
    return this.clientTable.list(request);
  }

  listProjects(request: Parameters<Table<Project>['list']>[0]) {
    return this.projectTable.list(request);
  }

  /** Changes a stored client, as another tab of the owner would. */
  changeClient(id: string, changes: Partial<Client>): Client {
    return this.clientTable.change(id, changes);
  }

  changeProject(id: string, changes: Partial<Project>): Project {
    return this.projectTable.change(id, changes);
  }
}
