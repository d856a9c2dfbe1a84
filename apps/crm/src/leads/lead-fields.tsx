import type { Lead } from '@docfolio/contracts/lead';
import { Button } from '@docfolio/ui/button';
import { DrawerSection, FieldList, FieldRow } from '@docfolio/ui/field-list';
import { OctagonAlert } from 'lucide-react';
import { TimeText } from '../records/time-text.js';
import { LeadStatusMenu } from './lead-columns.js';
import type { LeadActions } from './use-lead-actions.js';

const link = 'touch-target inline-block max-w-full break-words underline-offset-3 hover:underline';

/** Everything that a lead says of itself. */
export function LeadFields({ lead, actions }: { lead: Lead; actions: LeadActions }) {
  return (
    <>
      {lead.is_spam && <SpamNotice lead={lead} actions={actions} />}
      <FieldList className="mt-5">
        <FieldRow name="Status">
          <LeadStatusMenu
            lead={lead}
            saving={actions.savingStatus.has(lead.id)}
            onChange={actions.setStatus}
            className="[&>svg]:opacity-100"
          />
        </FieldRow>
        <FieldRow name="Email">
          <a href={`mailto:${encodeURIComponent(lead.email).replace('%40', '@')}`} className={link}>
            {lead.email}
          </a>
        </FieldRow>
        <FieldRow name="Phone" mono>
          {lead.phone && (
            <a href={`tel:${lead.phone.replace(/[^+\d]/g, '')}`} className={link}>
              {lead.phone}
            </a>
          )}
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
        <FieldRow name="Created" mono>
          <TimeText at={lead.created_at} as="minute" />
        </FieldRow>
      </FieldList>
      <DrawerSection title="Message">
        {lead.message ? (
          <p className="whitespace-pre-wrap text-ui text-muted [overflow-wrap:anywhere]">{lead.message}</p>
        ) : (
          <p className="text-ui text-faint">No message</p>
        )}
      </DrawerSection>
    </>
  );
}

function SpamNotice({ lead, actions }: { lead: Lead; actions: LeadActions }) {
  return (
    <div className="mt-4 flex items-center gap-3 rounded-note border border-warning-line bg-warning-soft py-2 pr-2 pl-3">
      <OctagonAlert aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-warning" />
      <p className="min-w-0 grow text-ui text-ink">Kept aside as spam. No mail was sent.</p>
      <Button size="sm" busy={actions.busy.has(lead.id)} onClick={() => actions.setSpam(lead, false)}>
        Not spam
      </Button>
    </div>
  );
}
