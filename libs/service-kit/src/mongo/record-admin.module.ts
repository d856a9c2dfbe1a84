import type { InputOf, Operation } from '@docfolio/contracts/core/operation';
import type { contentDeadLetters, peopleDeadLetters } from '@docfolio/contracts/entities/dead-letter';
import type { contentTrash, peopleTrash, TrashType } from '@docfolio/contracts/entities/trash';
import { Controller, type DynamicModule, Inject, Module, Optional } from '@nestjs/common';
import type { Connection } from 'mongoose';
import { actorOf, type CallContext } from '../rpc/call-context.js';
import { Call, Handle, Input } from '../rpc/handle.js';
import { OperationRunner } from '../rpc/operation-runner.js';
import { DeadLetters } from '../submissions/dead-letters.repository.js';
import { resendDeadLetter } from '../submissions/resend-dead-letter.js';
import { countEntities } from './entity-counts.js';
import { mongoConnectionToken } from './mongo.module.js';
import { TrashModule } from './trash.module.js';
import { TrashBin } from './trash-bin.js';

interface RecordAdminOptions {
  types: readonly TrashType[];
  trash: typeof peopleTrash | typeof contentTrash;
  stats: Operation;
  deadLetters: typeof peopleDeadLetters | typeof contentDeadLetters;
}

/** Serves the operations across a service's entities: trash, counts for the dashboard, dead letters. */
@Module({})
export class RecordAdminModule {
  static for({ types, trash, stats, deadLetters }: RecordAdminOptions): DynamicModule {
    @Controller()
    class RecordAdminController {
      constructor(
        @Inject(TrashBin) private readonly bin: TrashBin,
        @Inject(DeadLetters) private readonly letters: DeadLetters,
        @Inject(mongoConnectionToken) private readonly connection: Connection,
        // Absent while the data is only prepared.
        @Optional() @Inject(OperationRunner) private readonly runner?: OperationRunner,
      ) {}

      @Handle(trash.list)
      async listTrash(@Input() query: InputOf<typeof trash.list>) {
        return trash.list.output.parse(await this.bin.list(query));
      }

      @Handle(trash.restore as Operation)
      restore(@Input() key: InputOf<typeof trash.restore>, @Call() call: CallContext) {
        return this.bin.restore(key, actorOf(call));
      }

      @Handle(trash.purge as Operation)
      purge(@Input() key: InputOf<typeof trash.purge>) {
        return this.bin.purge(key);
      }

      @Handle(trash.empty)
      async empty() {
        return { purged: await this.bin.empty() };
      }

      @Handle(stats)
      async stats() {
        const [counts, parked_submissions] = await Promise.all([
          countEntities(this.connection, stats.service),
          this.letters.count(),
        ]);
        return { ...counts, parked_submissions };
      }

      @Handle(deadLetters.list)
      listDeadLetters(@Input() query: InputOf<typeof deadLetters.list>) {
        return this.letters.list(query);
      }

      @Handle(deadLetters.dismiss)
      dismiss(@Input() { id }: { id: string }) {
        return this.letters.dismiss(id);
      }

      @Handle(deadLetters.resend as Operation)
      resend(@Input() input: InputOf<typeof deadLetters.resend>, @Call() call: CallContext) {
        return resendDeadLetter(this.letters, this.runner!, input, call);
      }
    }
    return { module: RecordAdminModule, imports: [TrashModule.forTypes(types)], controllers: [RecordAdminController] };
  }
}
