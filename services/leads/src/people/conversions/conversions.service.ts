import { carriedToProject, type NewConversion } from '@docfolio/contracts/conversion';
import { ProblemError } from '@docfolio/contracts/problem';
import type { NewProject } from '@docfolio/contracts/project';
import { derivedId } from '@docfolio/service-kit/identity';
import type { CallContext } from '@docfolio/service-kit/rpc/call-context';
import { Injectable } from '@nestjs/common';
import { ClientsService } from '../clients/clients.service.js';
import { LeadsService } from '../leads/leads.service.js';
import { ProjectsService } from '../projects/projects.service.js';
import { ConversionsRepository } from './conversions.repository.js';

/**
 * Makes a client, a project or both of a lead. What is made is written first and the lead last, all under ids that come
 * from the request: its repeat, also after a crash in between, finds what is there and writes what is missing.
 */
@Injectable()
export class ConversionsService {
  constructor(
    private readonly conversions: ConversionsRepository,
    private readonly leads: LeadsService,
    private readonly clients: ClientsService,
    private readonly projects: ProjectsService,
  ) {}

  /**
   * Converts a lead, also one that has been converted before: what this adds is linked in place of what was.
   * @throws ProblemError `not_found` without that lead; `validation_failed` on `client_id` or `project.client_id` when
   * it is no living client; `idempotency_key_reused` when another body came under the key
   */
  async convertLead(input: NewConversion, call: CallContext) {
    const { id: leadId, client, client_id, project } = input;
    const lead = await this.leads.get(leadId);
    const isDone = lead.conversion_ids?.includes(call.recordId) ?? false;
    if (!isDone) await this.assertClients({ client_id, 'project.client_id': project?.client_id });
    await this.conversions.create(call.recordId, call.bodyHash, { lead_id: leadId });
    const made = {
      client_id: client ? derivedId('client of a conversion', call.recordId) : (client_id ?? null),
      project_id: project ? derivedId('project of a conversion', call.recordId) : null,
    };
    if (!isDone) {
      const under = (recordId: string | null) => ({ ...call, recordId: recordId ?? '' });
      if (client) await this.clients.add(client, under(made.client_id), leadId);
      const owner = made.client_id ?? (await this.livingClient(lead.client_id)) ?? project?.client_id;
      if (project) {
        const added = { ...withCarried(project, carriedToProject(lead)), client_id: owner };
        await this.projects.add(added, under(made.project_id), leadId);
      }
      await this.leads.markConverted(leadId, { id: call.recordId, ...made }, call);
    }
    return this.answer(leadId, made);
  }

  /** All three as they are by now; null for what this conversion did not name, or what has been deleted since. */
  private async answer(leadId: string, made: { client_id: string | null; project_id: string | null }) {
    const [lead, client, project] = await Promise.all([
      this.leads.get(leadId),
      made.client_id === null ? null : this.clients.get(made.client_id).catch(nullIfGone),
      made.project_id === null ? null : this.projects.get(made.project_id).catch(nullIfGone),
    ]);
    return { lead, client, project };
  }

  /** @param named ids by the fields that name them */
  private async assertClients(named: Record<string, string | null | undefined>): Promise<void> {
    const ids = Object.values(named).flatMap((id) => id ?? []);
    const living = await this.clients.linksTo(ids);
    const errors = Object.entries(named)
      .filter(([, id]) => id && !living.has(id))
      .map(([path]) => ({ path, message: 'There is no such client' }));
    if (errors.length > 0) throw new ProblemError('validation_failed', { errors });
  }

  private async livingClient(id: string | null): Promise<string | undefined> {
    return id && (await this.clients.linksTo([id])).has(id) ? id : undefined;
  }
}

/** The project with what its lead carries along, where it names nothing of its own; null is named, too. */
function withCarried(project: NewProject, carried: ReturnType<typeof carriedToProject>): NewProject {
  const { budget = carried.budget, timeline_estimate = carried.timeline_estimate } = project;
  return { ...project, budget, timeline_estimate };
}

function nullIfGone(error: unknown): null {
  if (error instanceof ProblemError && error.code === 'not_found') return null;
  throw error;
}
