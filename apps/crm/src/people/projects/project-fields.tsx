import type { Project } from '@docfolio/contracts/project';
import { DrawerSection, FieldList, FieldRow } from '@docfolio/ui/display/field-list';
import { moneyOf } from '../../records/money.js';
import { RecordLink } from '../../records/record-link.js';
import { TimeText } from '../../records/time-text.js';
import { LeadLink } from '../links/lead-link.js';
import { ProjectStatusMenu } from './project-columns.js';
import type { ProjectActions } from './use-project-actions.js';

export function ProjectFields({ project, actions }: { project: Project; actions: ProjectActions }) {
  const { client, client_id, lead_id, budget } = project;
  return (
    <>
      <FieldList className="mt-5">
        <FieldRow name="Status">
          <ProjectStatusMenu
            project={project}
            saving={actions.savingStatus.has(project.id)}
            onChange={actions.setStatus}
            className="[&>svg]:opacity-100"
          />
        </FieldRow>
        <FieldRow name="Service Type">{project.service_type}</FieldRow>
        <FieldRow name="Client">
          {client ? (
            <RecordLink to={`/admin/clients/${client.id}`}>{client.label}</RecordLink>
          ) : (
            client_id && <span className="text-muted">Deleted client</span>
          )}
        </FieldRow>
        <FieldRow name="Budget" mono>
          {budget !== null && moneyOf(budget)}
        </FieldRow>
        <FieldRow name="Timeline">{project.timeline_estimate}</FieldRow>
        <FieldRow name="Start Date" mono>
          {project.start_date}
        </FieldRow>
        <FieldRow name="End Date" mono>
          {project.end_date}
        </FieldRow>
        {lead_id && (
          <FieldRow name="Lead">
            <LeadLink id={lead_id} />
          </FieldRow>
        )}
        <FieldRow name="Created" mono>
          <TimeText at={project.created_at} as="minute" />
        </FieldRow>
      </FieldList>
      <DrawerSection title="Description">
        {project.description ? (
          <p className="whitespace-pre-wrap text-ui text-muted [overflow-wrap:anywhere]">{project.description}</p>
        ) : (
          <p className="text-ui text-faint">No description</p>
        )}
      </DrawerSection>
    </>
  );
}
