import { RecordPage } from '@docfolio/admin/records/record-page';
import type { RowDescription } from '@docfolio/admin/records/record-row';
import { useFormRoute } from '@docfolio/admin/records/use-form-route';
import { useRecordPage } from '@docfolio/admin/records/use-record-page';
import { type Client, clientSorts } from '@docfolio/contracts/entities/client';
import { useMemo } from 'react';
import { projectFormFor } from '../projects/project-form.js';
import { NoteBox } from '../timeline/note-box.js';
import { Timeline } from '../timeline/timeline.js';
import { clientColumns } from './client-columns.js';
import { ClientFields } from './client-fields.js';
import { clientForm } from './client-form.js';
import { clientKind } from './client-kind.js';
import { ClientProjects } from './client-projects.js';

const row: RowDescription<Client> = {
  buttons: (_client, { edit }) => [edit],
  phone: ({ created_at, company, email }) => ({ at: created_at, detail: company ?? email }),
};

export default function ClientListPage() {
  const page = useRecordPage(clientKind, { sorts: clientSorts });
  const { id } = page.opened;
  const projectForm = useFormRoute('project_form');
  const newProjectForm = useMemo(() => projectFormFor(id), [id]);
  return (
    <RecordPage
      page={page}
      columns={clientColumns}
      row={row}
      actionsWidth={130}
      form={clientForm}
      emptyDetail="Convert a lead, or add the first one here."
      drawer={(client) => ({
        subtitle: client.company,
        children: (
          <>
            <ClientFields client={client} />
            <ClientProjects clientId={client.id} onAdd={projectForm.openAdd} />
            <Timeline subjectId={client.id} subject="client" />
          </>
        ),
        footer: <NoteBox subjectId={client.id} />,
      })}
    >
      <newProjectForm.Dialog of={newProjectForm} route={projectForm} />
    </RecordPage>
  );
}
