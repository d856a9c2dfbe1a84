import type { Project } from '@docfolio/contracts/project';
import { IconButton } from '@docfolio/ui/buttons/icon-button';
import { StatusGlyph } from '@docfolio/ui/display/status-glyph';
import type { PhoneRowParts } from '@docfolio/ui/tables/data-table';
import { Pencil } from 'lucide-react';
import { memo } from 'react';
import { deleteItem, editItem, RecordMenu, type RecordMenuItem, viewItem } from '../../records/record-menu.js';
import { Dot, TimeText } from '../../records/time-text.js';
import { projectStatuses } from '../statuses/project-statuses.js';
import { ProjectStatusMenu } from './project-columns.js';
import type { ProjectActions } from './use-project-actions.js';

interface ProjectRowProps {
  project: Project;
  deleting: boolean;
  saving: boolean;
  /** The handlers must be stable, because rows are memoised. */
  onView: (project: Project) => void;
  onEdit: (project: Project) => void;
  setStatus: ProjectActions['setStatus'];
  remove: ProjectActions['remove'];
}

/** Returns menu items 'Set <status>', one per status (specification, section 2). The current one is disabled. */
export function setStatusItems(
  project: Project,
  saving: boolean,
  setStatus: ProjectActions['setStatus'],
): readonly RecordMenuItem[] {
  return projectStatuses.map(({ value, label, glyph, tone }) => ({
    label: `Set ${label}`,
    glyph: (
      <span className="grid size-4 place-items-center">
        <StatusGlyph kind={glyph} tone={tone} />
      </span>
    ),
    disabled: saving || value === project.status,
    onSelect: () => setStatus(project, value),
  }));
}

function ProjectMenu({ className, ...props }: ProjectRowProps & { className?: string }) {
  const { project, deleting, saving, onView, onEdit, setStatus, remove } = props;
  return (
    <RecordMenu
      label={`Actions for ${project.title}`}
      className={className}
      groups={[
        [viewItem(() => onView(project)), editItem(() => onEdit(project))],
        setStatusItems(project, saving, setStatus),
        [deleteItem(() => remove(project), deleting)],
      ]}
    />
  );
}

/** The buttons of a project's row. The table's key E presses the edit button. */
export const ProjectRowActions = memo(function ProjectRowActions(props: ProjectRowProps) {
  const { project, onEdit } = props;
  return (
    <>
      <IconButton label={`Edit ${project.title}`} shortcut="E" size="sm" onClick={() => onEdit(project)}>
        <Pencil aria-hidden size={16} strokeWidth={1.75} />
      </IconButton>
      <ProjectMenu {...props} />
    </>
  );
});

/** Returns the parts of a project's row on a phone. */
export function projectPhoneRow(props: ProjectRowProps): PhoneRowParts {
  const { project, saving, setStatus } = props;
  return {
    meta: (
      <>
        <TimeText at={project.created_at} as="short" />
        <Dot />
        {project.client?.label ?? project.service_type}
      </>
    ),
    status: <ProjectStatusMenu project={project} saving={saving} onChange={setStatus} />,
    actions: <ProjectMenu {...props} className="size-11" />,
  };
}
