import type { Project, ProjectStatus } from '@docfolio/contracts/project';
import type { Column } from '@docfolio/ui/data-table';
import { StatusMenu } from '@docfolio/ui/status-menu';
import { memo } from 'react';
import { dayColumn } from '../../records/day-column.js';
import { moneyOf } from '../../records/money.js';
import { projectStatuses } from '../statuses/project-statuses.js';

interface ProjectStatusMenuProps {
  project: Project;
  saving: boolean;
  /** A stable function. */
  onChange: (project: Project, status: ProjectStatus) => void;
  className?: string;
}

/** A project's status in place; it shows the old status until the new one is saved. */
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

/** CSS px of the actions' column. */
export const projectActionsWidth = 132;

/** The columns in the order of the specification, section 2. Title and service share the width of the window. */
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
