import type { InputOf } from '@docfolio/contracts/operation';
import { peopleTrash } from '@docfolio/contracts/trash';
import { TrashBin } from '@docfolio/service-kit/mongo/trash-bin';
import type { CallContext } from '@docfolio/service-kit/rpc/call-context';
import { Call, Handle, Input } from '@docfolio/service-kit/rpc/handle';
import { Controller } from '@nestjs/common';

/** Serves the trash. The `@FromTrash` method of each type's service defines how it is listed and restored. */
@Controller()
export class TrashController {
  constructor(private readonly bin: TrashBin) {}

  @Handle(peopleTrash.list)
  async list(@Input() query: InputOf<typeof peopleTrash.list>) {
    return peopleTrash.list.output.parse(await this.bin.list(query));
  }

  @Handle(peopleTrash.restore)
  async restore(@Input() key: InputOf<typeof peopleTrash.restore>, @Call() { actor }: CallContext) {
    await this.bin.restore(key, actor?.email ?? null);
    return key;
  }

  @Handle(peopleTrash.purge)
  async purge(@Input() key: InputOf<typeof peopleTrash.purge>) {
    await this.bin.purge(key);
    return key;
  }

  @Handle(peopleTrash.empty)
  async empty() {
    return { purged: await this.bin.empty() };
  }
}
