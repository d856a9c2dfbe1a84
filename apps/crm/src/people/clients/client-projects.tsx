import { projectStatuses } from '@docfolio/admin/kinds/project-statuses';
import { infiniteListOf } from '@docfolio/api-client/query';
import { type Project, projects } from '@docfolio/contracts/entities/project';
import { Link } from '@docfolio/federation/router';
import { Button } from '@docfolio/ui/buttons/button';
import { DrawerSection } from '@docfolio/ui/display/field-list';
import { Skeleton, useDelayed } from '@docfolio/ui/display/skeleton';
import { StatusGlyph } from '@docfolio/ui/display/status-glyph';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { projectKind } from '../projects/project-kind.js';

const screenful = 10;

export function ClientProjects({ clientId, onAdd }: { clientId: string; onAdd: () => void }) {
  const list = useInfiniteQuery(infiniteListOf(projects.list, { client_id: clientId, limit: screenful }));
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const total = list.data?.pages.at(-1)?.total ?? 0;
  const loading = useDelayed(list.isPending);
  return (
    <DrawerSection
      title="Projects"
      action={
        <Button
          size="sm"
          variant="ghost"
          icon={<Plus aria-hidden size={16} strokeWidth={1.75} />}
          // Aligns the label's end with the statuses below.
          className="-mr-2.5"
          onClick={onAdd}
        >
          Add Project
        </Button>
      }
    >
      {loading && <Skeleton className="my-3 w-48" />}
      {list.isError && (
        <p role="alert" className="flex items-center gap-3 text-ui text-danger">
          {projectKind.words.fetchFailed}
          <Button size="sm" busy={list.isFetching} onClick={() => void list.refetch()}>
            Retry
          </Button>
        </p>
      )}
      {list.isSuccess && total === 0 && <p className="text-ui text-faint">No projects yet</p>}
      {rows.length > 0 && (
        <ul aria-label="Projects">
          {rows.map((project) => (
            <ProjectRow key={project.id} project={project} />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button
          size="sm"
          variant="ghost"
          className="mt-1 -ml-2.5"
          busy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Show more of {total.toLocaleString('en-US')}
        </Button>
      )}
    </DrawerSection>
  );
}

function ProjectRow({ project }: { project: Project }) {
  const status = projectStatuses.find(({ value }) => value === project.status)!;
  return (
    <li className="flex min-h-8 items-center gap-2 text-ui max-md:min-h-11">
      <StatusGlyph kind={status.glyph} tone={status.tone} />
      <span className="min-w-0 grow">
        <Link
          to={`${projectKind.path}/${project.id}`}
          title={project.title}
          className="touch-target block max-w-max truncate rounded-bar text-ink underline-offset-3 hover:underline"
        >
          {project.title}
        </Link>
      </span>
      <span className="shrink-0 text-faint">{status.label}</span>
    </li>
  );
}
