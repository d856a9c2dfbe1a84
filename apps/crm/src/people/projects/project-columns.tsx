import type { Project, ProjectStatus } from '@docfolio/contracts/project';
import { StatusMenu } from '@docfolio/ui/overlays/status-menu';
import type { Column } from '@docfolio/ui/tables/data-table';
import { memo } from 'react';
import { dayColumn } from '../../records/day-column.js';
import { moneyOf } from '../../records/money.js';
import { projectStatuses } from '../statuses/project-statuses.js';

interface ProjectStatusMenuProps {
  project: Project;
  saving: boolean;
  /** Must be a stable function, because the menu is memoised. */
  onChange: (project: Project, status: ProjectStatus) => void;
  className?: string;
}

/** A menu in the row that shows and changes a project's status. It shows the old status until the new one is saved. */
export const ProjectStatusMenu = memo(function ProjectStatusMenu({
  project,
  saving,
  onChange,
  className,
}: ProjectStatusMenuProps) {
  return (
    <StatusMenu
      statuses={projectStatuses}
      value={project.status}
      saving={saving}
      subject={project.title}
      onChange={(status) => onChange(project, status)}
      className={className}
    />
  );
});

/** Width of the actions' column in CSS px. */
export const projectActionsWidth = 132;

/** Returns the columns of the project table (specification, section 2). Title and service share the remaining width. */
export function projectColumns(
  saving: ReadonlySet<string>,
  onChange: ProjectStatusMenuProps['onChange'],
): readonly Column<Project>[] {
  return [
    { key: 'title', header: 'Title', width: 180, grow: 300, primary: true, sortable: true, text: ({ title }) => title },
    {
      key: 'service_type',
      header: 'Service Type',
      width: 150,
      grow: 216,
      text: ({ service_type }) => service_type,
    },
    {
      key: 'status',
      header: 'Status',
      width: 152,
      cell: (project) => <ProjectStatusMenu project={project} saving={saving.has(project.id)} onChange={onChange} />,
    },
    {
      key: 'budget',
      header: 'Budget',
      width: 128,
      mono: true,
      sortable: true,
      text: ({ budget }) => (budget === null ? null : moneyOf(budget)),
    },
    {
      key: 'timeline_estimate',
      header: 'Timeline',
      width: 140,
      text: ({ timeline_estimate }) => timeline_estimate,
    },
    dayColumn('created_at', 'Created', 132),
  ];
}
