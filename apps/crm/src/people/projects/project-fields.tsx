import { LongText } from '@docfolio/admin/records/long-text';
import { moneyOf } from '@docfolio/admin/records/money';
import { RecordLink } from '@docfolio/admin/records/record-link';
import { RecordStatus } from '@docfolio/admin/records/record-status';
import { TimeText } from '@docfolio/admin/records/time-text';
import type { RecordPageState } from '@docfolio/admin/records/use-record-page';
import type { Project } from '@docfolio/contracts/entities/project';
import { DrawerSection, FieldList, FieldRow } from '@docfolio/ui/display/field-list';
import { LeadLink } from '../links/lead-link.js';

export function ProjectFields({ project, page }: { project: Project; page: RecordPageState<Project> }) {
  const { client, client_id, lead_id, budget } = project;
  return (
    <>
      <FieldList className="mt-5">
        <FieldRow name="Status">
          <RecordStatus page={page} record={project} className="[&>svg]:opacity-100" />
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
        <LongText text={project.description} fallback="No description" />
      </DrawerSection>
    </>
  );
}
