import mongoose, { Schema } from 'mongoose';
import { z } from 'zod';
import { recordSchema } from './record.schema.js';
import { storedFields } from './stored-fields.js';

const record = z.object({
  id: z.uuid(),
  title: z.string(),
  note: z.string().nullable(),
  status: z.enum(['open', 'done']),
  amount: z.number().nullable(),
  pinned: z.boolean(),
  tags: z.array(z.string()),
  seen_at: z.iso.datetime().nullable(),
  scheduled_at: z.iso.datetime().nullable().default(null),
  owner: z.object({ id: z.string() }).nullable(),
  person: z.object({ id: z.string() }),
  created_at: z.iso.datetime(),
  version: z.int(),
});

it('derives mongoose types, presence and choices from the schema of a contract', () => {
  expect(storedFields(record, { person: false, secret: { type: String, default: '' } })).toEqual({
    title: { type: String, required: true },
    note: { type: String, default: null },
    status: { type: String, enum: ['open', 'done'], required: true },
    amount: { type: Number, default: null },
    pinned: { type: Boolean, default: false },
    tags: { type: [{ type: String }], default: [] },
    seen_at: { type: Date, default: null },
    scheduled_at: { type: Date, default: null },
    owner: { type: Schema.Types.Mixed, default: null },
    secret: { type: String, default: '' },
  });
});

it('derives fields that mongoose accepts', () => {
  const schema = recordSchema(storedFields(record));
  expect(mongoose.model('stored-fields', schema).schema.path('tags')).toBeDefined();
  mongoose.deleteModel('stored-fields');
});
