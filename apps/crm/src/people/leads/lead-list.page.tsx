import { onDemand } from '@docfolio/admin/records/on-demand';
import { RecordPage } from '@docfolio/admin/records/record-page';
import type { RowDescription } from '@docfolio/admin/records/record-row';
import { type FormRoute, useFormRoute } from '@docfolio/admin/records/use-form-route';
import type { Lead } from '@docfolio/contracts/entities/lead';
import { phoneQuery, useMediaQuery } from '@docfolio/ui/hooks/use-media-query';
import { leadColumns } from './lead-columns.js';
import type { LeadDrawerProps } from './lead-drawer.js';
import { leadForm } from './lead-form.js';
import { SpamFilter } from './spam-filter.js';
import { useLeadPage } from './use-lead-page.js';

const row: RowDescription<Lead> = {
  buttons: (_lead, { view, edit }) => [{ ...view, label: 'View' }, edit],
  phone: ({ created_at, company, email }) => ({ at: created_at, detail: company ?? email }),
};

const ConvertDialog = onDemand<{ route: FormRoute }>({
  load: async () => (await import('./convert-dialog.js')).ConvertDialog,
  isOpen: ({ route }) => route.editing !== undefined,
  close: ({ route }) => route.close(),
  words: 'The form could not be loaded.',
});

const LeadDrawer = onDemand<LeadDrawerProps>({
  load: async () => (await import('./lead-drawer.js')).LeadDrawer,
  isOpen: ({ page }) => page.opened.id !== undefined,
  close: ({ page }) => page.opened.close(),
  words: 'The drawer could not be loaded.',
});

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
    >
      <LeadDrawer page={page} onConvert={convert.openEdit} />
      <ConvertDialog route={convert} />
    </RecordPage>
  );
}
