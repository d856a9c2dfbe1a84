import { type Project, projects } from '@docfolio/contracts/project';
import { peopleTrash } from '@docfolio/contracts/trash';
import type { RecordKind } from '../../records/record-kind.js';

export const projectKind: RecordKind<Project> = {
  topic: 'projects',
  path: '/admin/projects',
  one: 'project',
  many: 'projects',
  title: 'Projects',
  nameOf: ({ title }) => title,
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
