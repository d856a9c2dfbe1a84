import { type Project, projects } from '@docfolio/contracts/project';
import { FolderKanban } from 'lucide-react';
import { type RecordKind, recordKind } from '../../records/record-kind.js';
import { projectStatuses } from '../statuses/project-statuses.js';

export const projectKind: RecordKind<Project, 'projects'> = recordKind({
  ...projects,
  topic: 'projects',
  icon: FolderKanban,
  sidebar: { group: 'people' },
  goKey: 'p',
  count: 'projects',
  one: 'project',
  statuses: projectStatuses,
  nameOf: ({ title }) => title,
  paletteEntryOf: ({ title, client, service_type, description, status }) => ({
    detail: client?.label ?? service_type,
    status: projectStatuses.find(({ value }) => value === status),
    texts: [title, service_type, description],
  }),
});
