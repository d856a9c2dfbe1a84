import { type Project, type ProjectStatus, projects } from '@docfolio/contracts/project';
import { useQueryClient } from '@tanstack/react-query';
import { reloadLists } from '../../records/record-cache.js';
import { type RecordActions, useRecordActions, useRecordPatch } from '../../records/use-record-actions.js';
import { useStableHandler } from '../../records/use-stable-handler.js';
import { projectKind } from './project-kind.js';

export interface ProjectActions extends RecordActions<Project> {
  savingStatus: ReadonlySet<string>;
  setStatus: (project: Project, status: ProjectStatus) => void;
}

export function useProjectActions(): ProjectActions {
  const client = useQueryClient();
  const actions = useRecordActions(projectKind);
  const status = useRecordPatch(projectKind, projects.patch);
  return {
    ...actions,
    savingStatus: status.busy,
    setStatus: useStableHandler((project: Project, next: ProjectStatus) =>
      status.patch(
        project,
        { status: next },
        { done: 'Project status updated successfully', failed: 'Failed to update project status' },
        // Refetches the lists after a change of status (specification, section 4).
        () => void reloadLists(client, projectKind),
      ),
    ),
  };
}
