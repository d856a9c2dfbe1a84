import { projectStatuses } from '@docfolio/admin/kinds/project-statuses';
import { type RecordKind, recordKind } from '@docfolio/admin/records/record-kind';
import { type Project, projects } from '@docfolio/contracts/entities/project';

export const projectKind: RecordKind<Project, 'projects'> = recordKind({
  ...projects,
  topic: 'projects',
  nameOf: ({ title }) => title,
  paletteEntryOf: ({ title, client, service_type, description, status }) => ({
    detail: client?.label ?? service_type,
    status: projectStatuses.find(({ value }) => value === status),
    texts: [title, service_type, description],
  }),
});
