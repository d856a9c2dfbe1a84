import { EmailLink, PhoneLink } from '@docfolio/admin/records/contact-links';
import { LongText } from '@docfolio/admin/records/long-text';
import { RecordLink } from '@docfolio/admin/records/record-link';
import { RecordStatus } from '@docfolio/admin/records/record-status';
import { TimeText } from '@docfolio/admin/records/time-text';
import type { Lead } from '@docfolio/contracts/entities/lead';
import { Button } from '@docfolio/ui/buttons/button';
import { DrawerSection, FieldList, FieldRow } from '@docfolio/ui/display/field-list';
import { OctagonAlert } from 'lucide-react';
import { ClientName } from '../links/client-name.js';
import { ProjectTitle } from '../links/project-title.js';
import type { LeadPage } from './use-lead-page.js';

export function LeadFields({ lead, page }: { lead: Lead; page: LeadPage }) {
  return (
    <>
      {lead.is_spam && <SpamNotice lead={lead} page={page} />}
      <FieldList className="mt-5">
        <FieldRow name="Status">
          <RecordStatus page={page} record={lead} className="[&>svg]:opacity-100" />
        </FieldRow>
        <FieldRow name="Email">
          <EmailLink email={lead.email} />
        </FieldRow>
        <FieldRow name="Phone" mono>
          {lead.phone && <PhoneLink phone={lead.phone} />}
        </FieldRow>
        <FieldRow name="Source" mono>
          {lead.source}
        </FieldRow>
        <FieldRow name="Service Interest">{lead.service_interest}</FieldRow>
        <FieldRow name="Budget" mono>
          {lead.budget_range}
        </FieldRow>
        <FieldRow name="Timeline" mono>
          {lead.timeline}
        </FieldRow>
        <FieldRow name="Project Type">{lead.project_type}</FieldRow>
        {lead.client_id && (
          <FieldRow name="Client">
            <RecordLink to={`/admin/clients/${lead.client_id}`}>
              <ClientName id={lead.client_id} />
            </RecordLink>
          </FieldRow>
        )}
        {lead.project_id && (
          <FieldRow name="Project">
            <RecordLink to={`/admin/projects/${lead.project_id}`}>
              <ProjectTitle id={lead.project_id} />
            </RecordLink>
          </FieldRow>
        )}
        <FieldRow name="Created">
          <TimeText at={lead.created_at} as="minute" />
        </FieldRow>
      </FieldList>
      <DrawerSection title="Message">
        <LongText text={lead.message} fallback="No message" />
      </DrawerSection>
    </>
  );
}

function SpamNotice({ lead, page }: { lead: Lead; page: LeadPage }) {
  return (
    <div className="mt-4 flex items-center gap-3 rounded-note border border-warning-line bg-warning-soft py-2 pr-2 pl-3">
      <OctagonAlert aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-warning" />
      <p className="min-w-0 grow text-ui text-ink">Marked as spam. No email is sent for it.</p>
      <Button size="sm" busy={page.busy.has(lead.id)} onClick={() => page.setSpam(lead, false)}>
        Not spam
      </Button>
    </div>
  );
}
