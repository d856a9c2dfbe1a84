import type { InputOf } from '@docfolio/contracts/core/operation';
import { remotes } from '@docfolio/contracts/entities/remote';
import { actorOf, type CallContext } from '@docfolio/service-kit/rpc/call-context';
import { Call, Handle, Input } from '@docfolio/service-kit/rpc/handle';
import { Controller } from '@nestjs/common';
import { BuildChecks } from './build-checks.js';
import { BuildsService } from './builds.service.js';
import { DeploymentsService, type Edit } from './deployments.service.js';

@Controller()
export class RemotesController {
  constructor(
    private readonly builds: BuildsService,
    private readonly deployments: DeploymentsService,
    private readonly checks: BuildChecks,
  ) {}

  @Handle(remotes.states)
  async states() {
    return { items: await this.deployments.states() };
  }

  @Handle(remotes.signedBuild)
  signedBuild(@Input() { name, build }: InputOf<typeof remotes.signedBuild>) {
    return this.builds.signed({ remote: name, build });
  }

  @Handle(remotes.list)
  list() {
    return this.deployments.list();
  }

  @Handle(remotes.builds)
  async publishedBuilds(@Input() { name }: InputOf<typeof remotes.builds>) {
    return { items: await this.builds.list(name) };
  }

  @Handle(remotes.publish)
  publish(@Input() { name, ...signed }: InputOf<typeof remotes.publish>) {
    return this.builds.publish(name, signed);
  }

  @Handle(remotes.check)
  check(@Input() { name, build }: InputOf<typeof remotes.check>) {
    return this.checks.check({ remote: name, build });
  }

  @Handle(remotes.promote)
  promote(@Input() input: InputOf<typeof remotes.promote>, @Call() call: CallContext) {
    const { build, percent, auto = null } = input;
    return this.deployments.promote(editOf(input, call), { build, percent, auto });
  }

  @Handle(remotes.rollBack)
  rollBack(@Input() input: InputOf<typeof remotes.rollBack>, @Call() call: CallContext) {
    return this.deployments.rollBack(editOf(input, call), input.build);
  }

  @Handle(remotes.pin)
  pin(@Input() input: InputOf<typeof remotes.pin>, @Call() call: CallContext) {
    return this.deployments.pin(editOf({ ...input, reason: '' }, call), input.pinned);
  }

  @Handle(remotes.changes)
  changes(@Input() query: InputOf<typeof remotes.changes>) {
    return this.deployments.history(query);
  }
}

function editOf({ name, version, reason }: Pick<Edit, 'name' | 'version' | 'reason'>, call: CallContext): Edit {
  return { name, version, reason, who: actorOf(call), deadline: call.deadline };
}
