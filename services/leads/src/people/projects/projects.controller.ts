import { type NewProject, type ProjectListQuery, type ProjectPatch, projects } from '@docfolio/contracts/project';
import type { CallContext } from '@docfolio/service-kit/rpc/call-context';
import { Call, Handle, Input } from '@docfolio/service-kit/rpc/handle';
import { Controller } from '@nestjs/common';
import { ProjectsService } from './projects.service.js';

@Controller()
export class ProjectsController {
  constructor(private readonly projects: ProjectsService) {}

  @Handle(projects.list)
  list(@Input() query: ProjectListQuery) {
    return this.projects.list(query);
  }

  @Handle(projects.get)
  get(@Input() { id }: { id: string }) {
    return this.projects.get(id);
  }

  @Handle(projects.create)
  create(@Input() added: NewProject, @Call() call: CallContext) {
    return this.projects.add(added, call);
  }

  @Handle(projects.patch)
  patch(@Input() patch: ProjectPatch, @Call() call: CallContext) {
    return this.projects.patch(patch, call);
  }

  @Handle(projects.delete)
  delete(@Input() { id }: { id: string }, @Call() call: CallContext) {
    return this.projects.delete(id, call);
  }
}
