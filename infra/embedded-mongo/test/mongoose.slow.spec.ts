/**
 * Kills and restarts the server that Mongoose is connected to.
 * @subject infra/embedded-mongo/src/wire infra/embedded-mongo/src/storage/store.ts infra/embedded-mongo/src/main.ts
 * @everyday infra/embedded-mongo/test/mongoose.spec.ts
 */
import mongoose, { Schema } from 'mongoose';
import { startServer, type TestServer } from './server';

let server: TestServer;
let connection: mongoose.Connection;

const leadSchema = new Schema(
  {
    _id: { type: String, required: true },
    name: { type: String, required: true },
    email: { type: String, lowercase: true },
    status: { type: String, enum: ['new', 'won'], default: 'new' },
    budget: Number,
    tags: [String],
    outbox: [{ _id: false, id: String, type: { type: String } }],
    address: { city: String },
    deleted_at: { type: Date, default: null },
  },
  { timestamps: { createdAt: 'created_at', updatedAt: 'updated_at' }, versionKey: 'version' },
);
leadSchema.index({ email: 1 }, { unique: true, partialFilterExpression: { deleted_at: null } });
leadSchema.index({ status: 1, created_at: -1 });

type Lead = mongoose.InferSchemaType<typeof leadSchema>;
let leads: mongoose.Model<Lead>;

beforeAll(async () => {
  server = await startServer();
  connection = await mongoose.createConnection(`${server.uri}/app`, { serverSelectionTimeoutMS: 15_000 }).asPromise();
  leads = connection.model('Lead', leadSchema) as never;
  await leads.init();
});
beforeEach(() => leads.deleteMany({}));
afterAll(async () => {
  await connection?.close();
  await server?.stop();
});

const lead = (n: number, more: object = {}): Lead =>
  ({ _id: `id${n}`, name: `Lead ${n}`, email: `Lead${n}@x.org`, ...more }) as never;

test('mongoose reconnects after the server was killed and restarted', async () => {
  await leads.create(lead(1));
  await server.end('SIGKILL');
  const pending = leads.findById('id1').lean();
  const waiting = pending.then(
    (found) => found,
    (error: Error) => error,
  );
  server = await startServer(server.folder, server.port);
  await waiting;
  expect(await leads.findById('id1').lean()).toMatchObject({ name: 'Lead 1' });
  await leads.create(lead(2));
  expect(await leads.countDocuments()).toBe(2);
});
