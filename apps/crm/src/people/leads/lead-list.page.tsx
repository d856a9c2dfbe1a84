import type { Lead } from '@docfolio/contracts/lead';
import { Button } from '@docfolio/ui/buttons/button';
import { phoneQuery, useMediaQuery } from '@docfolio/ui/hooks/use-media-query';
import { OctagonAlert, Undo2, UserCheck } from 'lucide-react';
import { RecordPage } from '../../records/record-page.js';
import type { RowDescription } from '../../records/record-row.js';
import { useFormRoute } from '../../records/use-form-route.js';
import { NoteBox } from '../timeline/note-box.js';
import { Timeline } from '../timeline/timeline.js';
import { ConvertDialog } from './convert-dialog.js';
import { leadColumns } from './lead-columns.js';
import { LeadFields } from './lead-fields.js';
import { leadForm } from './lead-form.js';
import { SpamFilter } from './spam-filter.js';
import { useLeadPage } from './use-lead-page.js';

const row: RowDescription<Lead> = {
  buttons: (_lead, { view, edit }) => [{ ...view, label: 'View' }, edit],
  phone: ({ created_at, company, email }) => ({ at: created_at, detail: company ?? email }),
};

export default function LeadListPage() {
  const convert = useFormRoute('convert');
  const page = useLeadPage(convert.openEdit);
  const phone = useMediaQuery(phoneQuery);
  const { query, change } = page.state;
  const spamFilter = {
    on: query.spam === 'only',
    onChange: (on: boolean) => change({ spam: on ? 'only' : undefined }),
  };
  return (
    <RecordPage
      page={page}
      columns={leadColumns(page)}
      row={row}
      rowMenu={false}
      form={leadForm}
      emptyDetail="Messages from the contact form appear here. You can also add the first lead yourself."
      searchPlaceholder="Search by name, email, or company..."
      headTools={phone && <SpamFilter {...spamFilter} compact />}
      toolbar={!phone && <SpamFilter {...spamFilter} />}
      drawer={(lead) => ({
        subtitle: lead.company,
        action: <ConvertButton lead={lead} onConvert={convert.openEdit} />,
        items: [
          lead.is_spam
            ? { label: 'Not spam', icon: Undo2, onSelect: () => page.setSpam(lead, false) }
            : { label: 'Mark as spam', icon: OctagonAlert, onSelect: () => page.setSpam(lead, true) },
        ],
        children: (
          <>
            <LeadFields lead={lead} page={page} />
            <Timeline subjectId={lead.id} subject="lead" />
          </>
        ),
        footer: <NoteBox subjectId={lead.id} />,
      })}
    >
      <ConvertDialog route={convert} />
    </RecordPage>
  );
}

/** Opens the conversion dialog. Hidden for spam, and for leads that have both client and project. */
function ConvertButton({ lead, onConvert }: { lead: Lead; onConvert: (id: string) => void }) {
  if (lead.is_spam || (lead.client_id && lead.project_id)) return null;
  return (
    <Button
      size="sm"
      variant={lead.client_id ? 'outline' : 'primary'}
      icon={<UserCheck aria-hidden size={16} strokeWidth={1.75} />}
      onClick={() => onConvert(lead.id)}
    >
      {lead.client_id ? 'Add project' : 'Convert to client'}
    </Button>
  );
}
