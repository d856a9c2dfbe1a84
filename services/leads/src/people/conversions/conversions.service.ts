import { ProblemError } from '@docfolio/contracts/core/problem';
import { carriedToProject, type NewConversion } from '@docfolio/contracts/entities/conversion';
import type { NewProject } from '@docfolio/contracts/entities/project';
import { derivedId } from '@docfolio/service-kit/identity';
import type { CallContext } from '@docfolio/service-kit/rpc/call-context';
import { Injectable } from '@nestjs/common';
import { ClientsService } from '../clients/clients.service.js';
import { LeadsService } from '../leads/leads.service.js';
import { ProjectsService } from '../projects/projects.service.js';
import { ConversionsRepository } from './conversions.repository.js';

/** Converts leads. Ids are derived from the request, so that a repeat, also after a crash, creates what is missing. */
@Injectable()
export class ConversionsService {
  constructor(
    private readonly conversions: ConversionsRepository,
    private readonly leads: LeadsService,
    private readonly clients: ClientsService,
    private readonly projects: ProjectsService,
  ) {}

  /**
   * Converts a lead, also one that was converted before: the new links replace the old ones. @throws ProblemError
   * `not_found`; `validation_failed` without such a client; `idempotency_key_reused` for another body under that key
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
      if (client) await this.clients.create(client, under(made.client_id), leadId);
      const owner = made.client_id ?? (await this.activeClient(lead.client_id)) ?? project?.client_id;
      if (project) {
        const added = { ...withCarried(project, carriedToProject(lead)), client_id: owner };
        await this.projects.create(added, under(made.project_id), leadId);
      }
      await this.leads.markConverted(leadId, { id: call.recordId, ...made }, call);
    }
    return this.result(leadId, made);
  }

  /** Returns the current lead, client and project; null for one that is deleted or that the conversion didn't name. */
  private async result(leadId: string, made: { client_id: string | null; project_id: string | null }) {
    const [lead, client, project] = await Promise.all([
      this.leads.get(leadId),
      made.client_id === null ? null : this.clients.get(made.client_id).catch(nullIfMissing),
      made.project_id === null ? null : this.projects.get(made.project_id).catch(nullIfMissing),
    ]);
    return { lead, client, project };
  }

  /** Checks that clients exist. @param named client ids keyed by the field to report */
  private async assertClients(named: Record<string, string | null | undefined>): Promise<void> {
    const ids = Object.values(named).flatMap((id) => id ?? []);
    const active = await this.clients.linksTo(ids);
    const errors = Object.entries(named)
      .filter(([, id]) => id && !active.has(id))
      .map(([path]) => ({ path, message: 'There is no such client' }));
    if (errors.length > 0) throw new ProblemError('validation_failed', { errors });
  }

  private async activeClient(id: string | null): Promise<string | undefined> {
    return id && (await this.clients.linksTo([id])).has(id) ? id : undefined;
  }
}

/** Returns the project with the lead's timeline, unless it sets one itself (null counts as set). */
function withCarried(project: NewProject, carried: ReturnType<typeof carriedToProject>): NewProject {
  const { timeline_estimate = carried.timeline_estimate } = project;
  return { ...project, timeline_estimate };
}

function nullIfMissing(error: unknown): null {
  if (error instanceof ProblemError && error.code === 'not_found') return null;
  throw error;
}
