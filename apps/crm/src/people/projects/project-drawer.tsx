import type { Project } from '@docfolio/contracts/project';
import { DrawerTools } from '../../records/drawer-tools.js';
import { RecordDrawer } from '../../records/record-drawer.js';
import { deleteItem } from '../../records/record-menu.js';
import type { OpenRecord } from '../../records/use-open-record.js';
import type { RecordListQuery } from '../../records/use-record-list.js';
import { NoteBox } from '../timeline/note-box.js';
import { Timeline } from '../timeline/timeline.js';
import { ProjectFields } from './project-fields.js';
import { projectKind } from './project-kind.js';
import type { ProjectActions } from './use-project-actions.js';

interface ProjectDrawerProps {
  opened: OpenRecord<Project>;
  list: RecordListQuery<Project>;
  actions: ProjectActions;
  onEdit: (id: string) => void;
}

export function ProjectDrawer({ opened, list, actions, onEdit }: ProjectDrawerProps) {
  return (
    <RecordDrawer
      kind={projectKind}
      opened={opened}
      list={list}
      render={(project) => ({
        subtitle: project.client?.label,
        tools: (
          <DrawerTools
            kind={projectKind}
            record={project}
            busy={actions.busy.has(project.id)}
            onEdit={() => onEdit(project.id)}
            groups={[[{ ...deleteItem(() => actions.remove(project, opened.close)), label: 'Delete project' }]]}
          />
        ),
        children: (
          <>
            <ProjectFields project={project} actions={actions} />
            <Timeline subjectId={project.id} subject="project" />
          </>
        ),
        footer: <NoteBox subjectId={project.id} />,
      })}
    />
  );
}
