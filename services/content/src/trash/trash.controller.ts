import type { InputOf } from '@docfolio/contracts/operation';
import { contentTrash } from '@docfolio/contracts/trash';
import { TrashBin } from '@docfolio/service-kit/mongo/trash-bin';
import type { CallContext } from '@docfolio/service-kit/rpc/call-context';
import { Call, Handle, Input } from '@docfolio/service-kit/rpc/handle';
import { Controller } from '@nestjs/common';

/** Serves the trash. `@FromTrash` in each type's service defines how its records are restored. */
@Controller()
export class TrashController {
  constructor(private readonly bin: TrashBin) {}

  @Handle(contentTrash.list)
  async list(@Input() query: InputOf<typeof contentTrash.list>) {
    return contentTrash.list.output.parse(await this.bin.list(query));
  }

  @Handle(contentTrash.restore)
  async restore(@Input() key: InputOf<typeof contentTrash.restore>, @Call() { actor }: CallContext) {
    await this.bin.restore(key, actor?.email ?? null);
    return key;
  }

  @Handle(contentTrash.purge)
  async purge(@Input() key: InputOf<typeof contentTrash.purge>) {
    await this.bin.purge(key);
    return key;
  }

  @Handle(contentTrash.empty)
  async empty() {
    return { purged: await this.bin.empty() };
  }
}
