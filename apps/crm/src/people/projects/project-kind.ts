import { type Project, projects } from '@docfolio/contracts/project';
import { peopleTrash } from '@docfolio/contracts/trash';
import { FolderKanban } from 'lucide-react';
import type { RecordKind } from '../../records/record-kind.js';
import { projectStatuses } from '../statuses/project-statuses.js';

export const projectKind: RecordKind<Project, 'projects'> = {
  topic: 'projects',
  path: '/admin/projects',
  drawer: true,
  icon: FolderKanban,
  sidebar: { group: 'people' },
  goKey: 'p',
  count: 'projects',
  one: 'project',
  many: 'projects',
  title: 'Projects',
  nameOf: ({ title }) => title,
  paletteEntryOf: ({ title, client, service_type, description, status }) => ({
    detail: client?.label ?? service_type,
    status: projectStatuses.find(({ value }) => value === status),
    texts: [title, service_type, description],
  }),
  list: projects.list,
  get: projects.get,
  remove: projects.delete,
  trash: peopleTrash,
  words: {
    fetchFailed: 'Failed to fetch projects',
    toastsFetch: true,
    deleted: 'Project deleted successfully',
    deleteFailed: 'Failed to delete project',
  },
};
