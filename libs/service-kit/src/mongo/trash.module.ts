import type { TrashType } from '@docfolio/contracts/entities/trash';
import { type DynamicModule, Inject, Injectable, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService, Reflector } from '@nestjs/core';
import type { Connection } from 'mongoose';
import { markedMethods, moduleHint } from '../discovery.js';
import { OutboxPublisher } from '../events/outbox-publisher.js';
import { type TrashMark, trashMarkKey } from './from-trash.js';
import { mongoConnectionToken } from './mongo.module.js';
import { TrashBin } from './trash-bin.js';

const trashTypesToken = Symbol('TrashTypes');

@Injectable()
class TrashKinds implements OnApplicationBootstrap {
  constructor(
    @Inject(trashTypesToken) private readonly types: readonly TrashType[],
    @Inject(TrashBin) private readonly bin: TrashBin,
    @Inject(DiscoveryService) private readonly discovery: DiscoveryService,
    @Inject(Reflector) private readonly reflector: Reflector,
  ) {}

  /** Registers the `@FromTrash` methods. @throws Error if a type has none or two, or a method is for another type */
  onApplicationBootstrap(): void {
    for (const { mark, name, call } of markedMethods<TrashMark>(this.discovery, this.reflector, trashMarkKey)) {
      if (!this.types.includes(mark.type)) throw new Error(`${name} restores ${mark.type}: not in this trash`);
      this.bin.hold({
        ...mark,
        restore: async (id: string, actor: string | null) => {
          await call(id, actor);
        },
      });
    }
    const missing = this.types.filter((type) => !this.bin.holds(type));
    if (missing.length > 0) throw new Error(`no method restores ${missing.join(', ')} (@FromTrash): ${moduleHint}`);
  }
}

@Module({})
export class TrashModule {
  static forTypes(types: readonly TrashType[]): DynamicModule {
    return {
      module: TrashModule,
      imports: [DiscoveryModule],
      providers: [
        { provide: trashTypesToken, useValue: types },
        {
          provide: TrashBin,
          inject: [mongoConnectionToken, OutboxPublisher],
          useFactory: (connection: Connection, outbox: OutboxPublisher) => new TrashBin(connection, outbox),
        },
        TrashKinds,
      ],
      exports: [TrashBin],
    };
  }
}
