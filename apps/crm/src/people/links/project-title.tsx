import { useRecord } from '@docfolio/admin/records/use-record-list';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { projects } from '@docfolio/contracts/entities/project';

export function ProjectTitle({ id }: { id: string }) {
  const { data, error } = useRecord(projects, id);
  if (data) return <>{data.title}</>;
  return <>{error instanceof ProblemError && error.code === 'not_found' ? 'Deleted project' : 'Project'}</>;
}
