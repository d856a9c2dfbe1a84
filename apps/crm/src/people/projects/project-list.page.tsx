import { projectStatuses } from '@docfolio/admin/kinds/project-statuses';
import { listFilter, statusOptions } from '@docfolio/admin/records/list-filters';
import type { RecordMenuItem } from '@docfolio/admin/records/record-menu';
import { RecordPage } from '@docfolio/admin/records/record-page';
import { type RecordPageState, useRecordPage } from '@docfolio/admin/records/use-record-page';
import { type Project, projectSorts } from '@docfolio/contracts/entities/project';
import { StatusGlyph } from '@docfolio/ui/display/status-glyph';
import { NoteBox } from '../timeline/note-box.js';
import { Timeline } from '../timeline/timeline.js';
import { projectColumns } from './project-columns.js';
import { ProjectFields } from './project-fields.js';
import { projectEditForm, projectForm } from './project-form.js';
import { projectKind } from './project-kind.js';

const filters = [
  listFilter('status', 'statuses', [
    ...statusOptions(projectStatuses),
    { value: 'active', label: 'In progress & planning' },
  ]),
];

export default function ProjectListPage() {
  const page = useRecordPage(projectKind, { sorts: projectSorts, filters });
  return (
    <RecordPage
      page={page}
      columns={projectColumns(page)}
      row={{
        buttons: (_project, { edit }) => [edit],
        menu: (project, { view, edit, remove }) => [[view, edit], setStatusItems(project, page), [remove]],
        phone: ({ created_at, client, service_type }) => ({ at: created_at, detail: client?.label ?? service_type }),
      }}
      actionsWidth={132}
      form={projectForm}
      editForm={projectEditForm}
      emptyDetail="Convert a lead, or add the first one here."
      drawer={(project) => ({
        subtitle: project.client?.label,
        children: (
          <>
            <ProjectFields project={project} page={page} />
            <Timeline subjectId={project.id} subject="project" />
          </>
        ),
        footer: <NoteBox subjectId={project.id} />,
      })}
    />
  );
}

/** Returns a menu item 'Set <status>' per status. The current one is disabled. */
function setStatusItems(project: Project, { saving, setStatus }: RecordPageState<Project>): RecordMenuItem[] {
  return projectStatuses.map(({ value, label, glyph, tone }) => ({
    label: `Set ${label}`,
    glyph: (
      <span className="grid size-4 place-items-center">
        <StatusGlyph kind={glyph} tone={tone} />
      </span>
    ),
    disabled: saving.has(project.id) || value === project.status,
    onSelect: () => setStatus(project, value),
  }));
}
