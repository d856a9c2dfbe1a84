import type { Stored } from './record.schema.js';
import type { Filter, Update } from './typed-model.js';

interface Fields {
  name: string;
  tags: string[];
  state: 'open' | 'done';
  due_at: Date | null;
  address: { city: string } | null;
}

// The assertions of this test are checked by the compiler, not at run time.
it('accepts filters and updates with known field names and refuses others', () => {
  const filters: Filter<Stored<Fields>>[] = [
    { _id: 'a', deleted_at: null, tags: 'red', state: { $in: ['open', 'done'] } },
    { name: /x/, due_at: { $gt: new Date(0) }, 'address.city': 'Oslo', 'computed.rank': 'a' },
    { $or: [{ state: { $ne: 'done' } }, { due_at: { $exists: false } }] },
    // @ts-expect-error unknown field
    { deletd_at: null },
    // @ts-expect-error unknown field within $or
    { $or: [{ nam: 'a' }] },
    // @ts-expect-error a path that begins with an unknown field
    { 'adress.city': 'Oslo' },
    // @ts-expect-error a value of another type
    { state: 'lost' },
  ];
  const updates: Update<Stored<Fields>>[] = [
    { $set: { name: 'b', due_at: null, 'address.city': 'Bergen' }, $inc: { version: 1 }, $unset: { tags: 1 } },
    // @ts-expect-error unknown field
    { $set: { nme: 'b' } },
    // @ts-expect-error unknown operator
    { $st: { name: 'b' } },
    // @ts-expect-error a value of another type
    { $set: { state: 1 } },
  ];
  expect([filters.length, updates.length]).toEqual([7, 4]);
});
