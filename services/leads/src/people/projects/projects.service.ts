import type { LiveAction } from '@docfolio/contracts/core/live';
import { ProblemError } from '@docfolio/contracts/core/problem';
import {
  endsBeforeItStarts,
  type NewProject,
  newProject,
  type Project,
  type ProjectListQuery,
  type ProjectPatch,
  projectChanged,
  projects,
} from '@docfolio/contracts/entities/project';
import { occurred } from '@docfolio/service-kit/events/outbox';
import { FromTrash } from '@docfolio/service-kit/mongo/from-trash';
import type { RecordOutput } from '@docfolio/service-kit/mongo/record-output';
import { actorOf, type CallContext } from '@docfolio/service-kit/rpc/call-context';
import { Injectable } from '@nestjs/common';
import { changedFields } from '../../records/changed-fields.js';
import { type Column, ExportedList } from '../../records/exported-list.js';
import { ClientsService } from '../clients/clients.service.js';
import { type ProjectFields, ProjectsRepository } from './projects.repository.js';

type StoredProject = RecordOutput<ProjectFields>;

/** Fields that an edit can change. */
const edited = Object.keys(newProject.shape) as (keyof NewProject)[];

const columns: Column<Project>[] = [
  ['Title', ({ title }) => title],
  ['Client', ({ client }) => client?.label ?? null],
  ['Service Type', ({ service_type }) => service_type],
  ['Status', ({ status }) => status],
  ['Budget', ({ budget }) => budget],
  ['Start Date', ({ start_date }) => start_date],
  ['End Date', ({ end_date }) => end_date],
  ['Timeline Estimate', ({ timeline_estimate }) => timeline_estimate],
  ['Description', ({ description }) => description],
  ['Created At', ({ created_at }) => created_at],
];

@Injectable()
export class ProjectsService {
  constructor(
    private readonly projects: ProjectsRepository,
    private readonly clients: ClientsService,
  ) {}

  /** Creates a project with the id `call.recordId`. @throws ProblemError `validation_failed` without such a client */
  async create(added: NewProject, call: CallContext, leadId: string | null = null) {
    if (added.client_id && !(await this.isClient(added.client_id))) throw noSuchClient();
    const project = { ...added, lead_id: leadId };
    const stored = await this.projects.create(call.recordId, call.bodyHash, project, (stored) => [
      changed(stored, 'created', actorOf(call)),
    ]);
    return this.withClient(stored);
  }

  @ExportedList('projects', projects.list, columns)
  async list(query: ProjectListQuery) {
    const { items, ...rest } = await this.projects.listProjects(query);
    return { ...rest, items: await this.withClients(items) };
  }

  async get(id: string) {
    return this.withClient(await this.projects.get(id));
  }

  /** @throws ProblemError `not_found`, `stale`; `validation_failed` for an end before the start or a missing client */
  async patch({ id, version, ...changes }: ProjectPatch, call: CallContext) {
    const isClient = !changes.client_id || (await this.isClient(changes.client_id));
    const change = (current: StoredProject) => {
      // The form sends the unchanged client too, which may have been deleted since.
      if (!isClient && changes.client_id !== current.client_id) throw noSuchClient();
      const { start_date = current.start_date, end_date = current.end_date } = changes;
      if (start_date && end_date && end_date < start_date)
        throw new ProblemError('validation_failed', { errors: [{ path: 'end_date', message: endsBeforeItStarts }] });
      return changes;
    };
    const events = (project: StoredProject, before: StoredProject) =>
      changedFields(before, project, edited).length > 0 ? [changed(project, 'changed', actorOf(call), before)] : [];
    try {
      return await this.withClient(await this.projects.patch(id, change, { version, events }));
    } catch (error) {
      throw await this.namingClient(error);
    }
  }

  delete(id: string, call: CallContext) {
    return this.projects.softDelete(id, (project) => [changed(project, 'deleted', actorOf(call))]);
  }

  /** Restores a deleted project. @param actor the admin's email address @throws ProblemError `not_found` */
  @FromTrash<ProjectFields>('projects', {
    fields: ['title', 'service_type'],
    row: ({ title, service_type }) => ({ title, detail: service_type }),
  })
  restore(id: string, actor: string | null) {
    return this.projects.restore(id, (project) => [changed(project, 'restored', actor)]);
  }

  private async isClient(id: string): Promise<boolean> {
    return (await this.clients.linksTo([id])).has(id);
  }

  private async withClient(project: StoredProject) {
    const [named] = await this.withClients([project]);
    return named!;
  }

  private async withClients(projects: readonly StoredProject[]) {
    const clients = await this.clients.linksTo(projects.flatMap(({ client_id }) => client_id ?? []));
    return projects.map((project) => ({ ...project, client: clients.get(project.client_id ?? '') ?? null }));
  }

  /** Adds the client to the current project of a `stale` problem, as in other responses. */
  private async namingClient(error: unknown): Promise<unknown> {
    if (!(error instanceof ProblemError) || error.code !== 'stale') return error;
    return new ProblemError('stale', { current: await this.withClient(error.current as StoredProject), cause: error });
  }
}

function noSuchClient() {
  return new ProblemError('validation_failed', { errors: [{ path: 'client_id', message: 'There is no such client' }] });
}

function changed(project: StoredProject, act: LiveAction, actor: string | null, before: StoredProject = project) {
  const { id, title, client_id, lead_id, status } = project;
  const fields = changedFields(before, project, edited).filter((field) => field !== 'status');
  return occurred(projectChanged, {
    ...{ id, act, actor, title, client_id, lead_id, fields },
    ...(status !== before.status && { status: { from: before.status, to: status } }),
  });
}
