import { ProblemError } from '@docfolio/contracts/problem';
import {
  endsBeforeItStarts,
  type NewProject,
  type ProjectListQuery,
  type ProjectPatch,
  projectChanged,
} from '@docfolio/contracts/project';
import { occurred } from '@docfolio/service-kit/events/outbox';
import { FromTrash } from '@docfolio/service-kit/mongo/from-trash';
import type { RecordOutput } from '@docfolio/service-kit/mongo/record-output';
import type { CallContext } from '@docfolio/service-kit/rpc/call-context';
import { Injectable } from '@nestjs/common';
import { ClientsService } from '../clients/clients.service.js';
import { adminOf } from '../records/admin-of.js';
import { changedFields } from '../records/changed-fields.js';
import { type ProjectFields, ProjectsRepository } from './projects.repository.js';

type StoredProject = RecordOutput<ProjectFields>;
type Act = 'created' | 'changed' | 'deleted' | 'restored';

/** What an edit can change. */
const edited = [
  'title',
  'description',
  'service_type',
  'status',
  'budget',
  'start_date',
  'end_date',
  'timeline_estimate',
  'client_id',
] as const;

@Injectable()
export class ProjectsService {
  constructor(
    private readonly projects: ProjectsRepository,
    private readonly clients: ClientsService,
  ) {}

  /**
   * Writes down a project.
   * @param call whose `recordId` becomes the project's
   * @param leadId the lead that it came from
   * @throws ProblemError `validation_failed` on `client_id` when that is no living client
   */
  async add(added: NewProject, call: CallContext, leadId: string | null = null) {
    if (added.client_id && !(await this.isClient(added.client_id))) throw noSuchClient();
    const project = { ...added, lead_id: leadId };
    const stored = await this.projects.create(call.recordId, call.bodyHash, project, (stored) => [
      told(stored, 'created', adminOf(call)),
    ]);
    return this.withClient(stored);
  }

  async list(query: ProjectListQuery) {
    const { items, ...rest } = await this.projects.listProjects(query);
    return { ...rest, items: await this.withClients(items) };
  }

  async get(id: string) {
    return this.withClient(await this.projects.get(id));
  }

  /**
   * @throws ProblemError `validation_failed`: on `end_date` when it would be before the start, whichever of the two is
   * changed; on `client_id` when another client is named and is no living one
   */
  async patch({ id, version, ...changes }: ProjectPatch, call: CallContext) {
    const isClient = !changes.client_id || (await this.isClient(changes.client_id));
    const change = (current: StoredProject) => {
      // A form sends back whom it found, also when that client has been deleted since.
      if (!isClient && changes.client_id !== current.client_id) throw noSuchClient();
      const { start_date = current.start_date, end_date = current.end_date } = changes;
      if (start_date && end_date && end_date < start_date)
        throw new ProblemError('validation_failed', { errors: [{ path: 'end_date', message: endsBeforeItStarts }] });
      return changes;
    };
    const events = (project: StoredProject, before: StoredProject) =>
      changedFields(before, project, edited).length > 0 ? [told(project, 'changed', adminOf(call), before)] : [];
    try {
      return await this.withClient(await this.projects.patch(id, change, { version, events }));
    } catch (error) {
      throw await this.namingClient(error);
    }
  }

  delete(id: string, call: CallContext) {
    return this.projects.softDelete(id, (project) => [told(project, 'deleted', adminOf(call))]);
  }

  /** Brings a deleted project back. @param actor the admin's e-mail address @throws ProblemError `not_found` */
  @FromTrash<ProjectFields>('projects', {
    fields: ['title', 'service_type'],
    row: ({ title, service_type }) => ({ title, detail: service_type }),
  })
  restore(id: string, actor: string | null) {
    return this.projects.restore(id, (project) => [told(project, 'restored', actor)]);
  }

  private async isClient(id: string): Promise<boolean> {
    return (await this.clients.linksTo([id])).has(id);
  }

  private async withClient(project: StoredProject) {
    const [named] = await this.withClients([project]);
    return named!;
  }

  /** Projects with their clients, looked up for all of them at once. */
  private async withClients(projects: readonly StoredProject[]) {
    const clients = await this.clients.linksTo(projects.flatMap(({ client_id }) => client_id ?? []));
    return projects.map((project) => ({ ...project, client: clients.get(project.client_id ?? '') ?? null }));
  }

  /** The project that `stale` shows beside the editor's own names its client as any answer does. */
  private async namingClient(error: unknown): Promise<unknown> {
    if (!(error instanceof ProblemError) || error.code !== 'stale') return error;
    return new ProblemError('stale', { current: await this.withClient(error.current as StoredProject), cause: error });
  }
}

function noSuchClient() {
  return new ProblemError('validation_failed', { errors: [{ path: 'client_id', message: 'There is no such client' }] });
}

function told(project: StoredProject, act: Act, actor: string | null, before: StoredProject = project) {
  const { id, title, client_id, lead_id, status } = project;
  const fields = changedFields(before, project, edited).filter((field) => field !== 'status');
  return occurred(projectChanged, {
    ...{ id, act, actor, title, client_id, lead_id, fields },
    ...(status !== before.status && { status: { from: before.status, to: status } }),
  });
}
