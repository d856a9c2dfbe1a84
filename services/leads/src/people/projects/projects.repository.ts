import { type Project, type ProjectListQuery, project, projectSorts } from '@docfolio/contracts/entities/project';
import { RepositoryOf } from '@docfolio/service-kit/mongo/mongo.module';
import { RecordRepository } from '@docfolio/service-kit/mongo/record.repository';
import { recordSchema } from '@docfolio/service-kit/mongo/record.schema';
import { type OwnFields, storedFields } from '@docfolio/service-kit/mongo/stored-fields';

/** Stored fields of a project. The client's name is read from the client instead. */
export type ProjectFields = Omit<OwnFields<Project>, 'client'>;

export const projectSchema = recordSchema<ProjectFields>(storedFields<ProjectFields>(project, { client: false }), {
  search: ['title', 'service_type', 'description'],
  // Projects without a budget sort below 0.
  sort: ['title', 'budget'],
  indexes: [
    { serves: 'projects by time', fields: { created_at: -1, _id: -1 } },
    { serves: 'projects by title', fields: { 'sort_keys.title': 1, _id: 1 } },
    { serves: 'projects by budget', fields: { 'sort_keys.budget': 1, _id: 1 } },
    { serves: 'projects of a status by time', fields: { status: 1, created_at: -1, _id: -1 } },
    { serves: 'projects of a client by time', fields: { client_id: 1, created_at: -1, _id: -1 } },
  ],
});

@RepositoryOf('projects')
export class ProjectsRepository extends RecordRepository<ProjectFields> {
  listProjects({ status, client_id, ...query }: ProjectListQuery) {
    return this.list(query, {
      filter: {
        ...(status && { status: status === 'active' ? { $in: ['in_progress', 'planning'] } : status }),
        ...(client_id && { client_id }),
      },
      sorts: projectSorts,
    });
  }
}
