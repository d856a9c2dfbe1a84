import { type Project, type ProjectListQuery, projectSorts, projectStatuses } from '@docfolio/contracts/project';
import { OutboxPublisher } from '@docfolio/service-kit/events/outbox-publisher';
import { InjectRecordModel } from '@docfolio/service-kit/mongo/mongo.module';
import { RecordRepository } from '@docfolio/service-kit/mongo/record.repository';
import { recordSchema, type Stored } from '@docfolio/service-kit/mongo/record.schema';
import { Injectable } from '@nestjs/common';
import type { Model } from 'mongoose';

/** What a project has of its own; the rest is every record's, and its client's name is the client's. */
export type ProjectFields = Omit<Project, 'id' | 'client' | 'created_at' | 'updated_at' | 'version'>;

const text = { type: String, default: null };

export const projectSchema = recordSchema<ProjectFields>(
  {
    title: { type: String, required: true },
    description: text,
    service_type: { type: String, required: true },
    status: { type: String, enum: projectStatuses, required: true },
    budget: { type: Number, default: null },
    start_date: text,
    end_date: text,
    timeline_estimate: text,
    client_id: text,
    lead_id: text,
  },
  {
    search: ['title', 'service_type', 'description'],
    // Those without a budget stand below 0.
    sort: ['title', 'budget'],
    indexes: [
      { serves: 'projects by time', fields: { created_at: -1, _id: -1 } },
      { serves: 'projects by title', fields: { 'sort_keys.title': 1, _id: 1 } },
      { serves: 'projects by budget', fields: { 'sort_keys.budget': 1, _id: 1 } },
      { serves: 'projects of a status by time', fields: { status: 1, created_at: -1, _id: -1 } },
      { serves: 'projects of a client by time', fields: { client_id: 1, created_at: -1, _id: -1 } },
    ],
  },
);

@Injectable()
export class ProjectsRepository extends RecordRepository<ProjectFields> {
  constructor(@InjectRecordModel('projects') model: Model<Stored<ProjectFields>>, outbox: OutboxPublisher) {
    super(model, outbox);
  }

  /** One screenful of projects. */
  listProjects({ status, client_id, ...query }: ProjectListQuery) {
    return this.list(query, {
      filter: { ...(status && { status }), ...(client_id && { client_id }) },
      sorts: projectSorts,
    });
  }
}
