import { idNumber, Table } from '@docfolio/admin/testing/admin-gateway';
import type { Client } from '@docfolio/contracts/entities/client';
import { type Project, projects } from '@docfolio/contracts/entities/project';

/** Returns project number `n`; 1 is the newest. `changes` replaces fields. */
export function projectNumber(n: number, changes: Partial<Project> = {}): Project {
  const at = new Date(Date.UTC(2026, 10, 20, 12) - n * 3_600_000).toISOString();
  return {
    id: idNumber(500 + n),
    title: `Project ${n}`,
    description: null,
    service_type: 'SaaS architecture',
    status: 'inquiry',
    budget: null,
    start_date: null,
    end_date: null,
    timeline_estimate: null,
    client_id: null,
    client: null,
    lead_id: null,
    created_at: at,
    updated_at: at,
    version: 1,
    ...changes,
  };
}

/** Stores projects for a fake gateway, and adds the client to a project that is created or changed. */
export class ProjectTable extends Table<Project> {
  constructor(private readonly clientOf: (id: string | null) => Client | undefined) {
    super({
      operations: {
        list: projects.list,
        get: projects.get,
        create: projects.create,
        patch: projects.patch,
        remove: projects.delete,
      },
      textOf: ({ title, service_type, description }) => [title, service_type, description].join('\n'),
      matches: (project, { status, client_id }) =>
        (!status || (status === 'active' ? ['planning', 'in_progress'] : [status]).includes(project.status)) &&
        (!client_id || project.client_id === client_id),
      make: (input, n) =>
        this.named(
          projectNumber(n, {
            ...(input as Partial<Project>),
            created_at: new Date(Date.UTC(2027, 0, 1)).toISOString(),
          }),
        ),
      sort: '-created_at',
    });
  }

  override change(id: string, changes: Partial<Project>): Project {
    const { client } = this.named({ ...this.rows.find((row) => row.id === id)!, ...changes });
    return super.change(id, { ...changes, client });
  }

  private named(project: Project): Project {
    const client = this.clientOf(project.client_id);
    return { ...project, client: client ? { id: client.id, label: client.name } : null };
  }
}
