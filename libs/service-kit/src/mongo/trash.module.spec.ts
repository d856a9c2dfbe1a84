import 'reflect-metadata';
import type { TrashType } from '@docfolio/contracts/entities/trash';
import { type DynamicModule, Injectable, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { OutboxPublisher } from '../events/outbox-publisher.js';
import { rejectionOf } from '../testing/wait-for.js';
import { FromTrash } from './from-trash.js';
import { mongoConnectionToken } from './mongo.module.js';
import { TrashModule } from './trash.module.js';
import { TrashBin } from './trash-bin.js';

const row = { fields: [], row: () => ({ title: '', detail: null }) };
const restored: unknown[][] = [];

@Injectable()
class Bookmarks {
  private readonly name = 'bookmarks';

  @FromTrash('bookmarks', row)
  async restore(id: string, actor: string | null) {
    restored.push([this.name, id, actor]);
  }
}

@Injectable()
class OtherBookmarks {
  @FromTrash('bookmarks', row)
  async restore(_id: string) {}
}

@Injectable()
class Testimonials {
  @FromTrash('testimonials', row)
  async restore(_id: string) {}
}

/** Provides unused servers, because the tests only check the wiring at the start. */
class Servers {}
const servers: DynamicModule = {
  module: Servers,
  global: true,
  providers: [
    { provide: mongoConnectionToken, useValue: {} },
    { provide: OutboxPublisher, useValue: {} },
  ],
  exports: [mongoConnectionToken, OutboxPublisher],
};

const boot = (types: TrashType[], ...providers: Type[]) => {
  class Root {}
  const root: DynamicModule = { module: Root, imports: [servers, TrashModule.forTypes(types)], providers };
  return NestFactory.createApplicationContext(root, { logger: false, abortOnError: false });
};
const refusal = async (types: TrashType[], ...providers: Type[]) =>
  ((await rejectionOf(boot(types, ...providers))) as Error).message;

it('finds the restore method of each type and passes it the actor', async () => {
  const app = await boot(['bookmarks', 'testimonials'], Bookmarks, Testimonials);
  await app.get(TrashBin).restore({ type: 'bookmarks', id: 'one' }, 'owner@example.com');
  expect(restored).toEqual([['bookmarks', 'one', 'owner@example.com']]);
  await app.close();
});

it('refuses to start with a type that has no restore method, or two, or is not in the trash', async () => {
  expect(await refusal(['bookmarks', 'testimonials'], Bookmarks)).toContain(
    'no method restores testimonials (@FromTrash): is the line of its module missing in `imports` of src/app.module.ts?',
  );
  expect(await refusal(['bookmarks'], Bookmarks, OtherBookmarks)).toContain('bookmarks');
  expect(await refusal(['bookmarks'], Bookmarks, Testimonials)).toContain('Testimonials.restore');
});
