import { randomUUID } from 'node:crypto';
import { operationKey } from '@docfolio/contracts/core/operation';
import type { Connection } from 'mongoose';
import { createLogger } from '../logging.js';
import { connectMongo } from '../mongo/mongo.module.js';
import type { CallContext } from '../rpc/call-context.js';
import { OperationRunner } from '../rpc/operation-runner.js';
import { storedNotes } from '../testing/note.contract.js';
import { sharedMongo } from '../testing/shared-servers.js';
import type { TestMongo } from '../testing/start-mongo.js';
import { DeadLetters } from './dead-letters.repository.js';
import { resendDeadLetter } from './resend-dead-letter.js';

const logger = createLogger('test', 'silent');
const key = operationKey(storedNotes.submit);

describe('a resent dead letter', () => {
  let mongo: TestMongo;
  let connection: Connection;
  let letters: DeadLetters;
  const stored: { id: string; actor: unknown; audit: string | undefined; input: unknown }[] = [];
  const runner = new OperationRunner([storedNotes.submit], logger);
  runner.register(key, async (input, { recordId, actor, auditId }) => {
    if (!stored.some(({ id }) => id === recordId)) stored.push({ id: recordId, actor, audit: auditId, input });
    return { id: recordId, status: 'stored' };
  });
  const context: CallContext = {
    ...{ operation: 'POST /resend', requestId: 'r', deadline: Date.now() + 60_000, recordId: '', bodyHash: '' },
    ...{ actor: { user_id: 'u', email: 'owner@example.com' }, auditId: 'entry' },
  };
  const resend = (id: string, input: Record<string, unknown>) =>
    resendDeadLetter(letters, runner, { id, input }, context);
  const refused = async (input: unknown = { title: 'A note', slug: 'Not A Slug' }) => {
    const id = randomUUID();
    await letters.add({ id, operation: key, code: 'validation_failed', input });
    return id;
  };

  beforeAll(async () => {
    mongo = await sharedMongo();
    connection = await connectMongo(mongo, logger);
    letters = new DeadLetters(connection);
  });
  afterAll(async () => {
    await connection.dropDatabase();
    await connection.close();
    await mongo.stop();
  });

  it('becomes a record under the promised id, with the corrected field, and is removed', async () => {
    const id = await refused();
    expect(await resend(id, { slug: 'a-note' })).toEqual({ id });
    expect(stored.filter((one) => one.id === id)).toEqual([
      { id, actor: null, audit: 'entry', input: expect.objectContaining({ title: 'A note', slug: 'a-note' }) },
    ]);
    await expect(letters.get(id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('that is still invalid is refused with the errors of its fields, and stays', async () => {
    const id = await refused();
    await expect(resend(id, { title: '' })).rejects.toMatchObject({
      code: 'validation_failed',
      errors: expect.arrayContaining([expect.objectContaining({ path: 'title' })]),
    });
    expect((await letters.get(id)).input).toEqual({ title: 'A note', slug: 'Not A Slug' });
  });

  it('creates one record if it is sent twice at the same time', async () => {
    const id = await refused();
    const outcomes = await Promise.allSettled([resend(id, { slug: 'twice' }), resend(id, { slug: 'twice' })]);
    for (const outcome of outcomes.filter(({ status }) => status === 'rejected'))
      expect(outcome).toMatchObject({ reason: { code: 'not_found' } });
    expect(stored.filter((one) => one.id === id)).toHaveLength(1);
  });

  it('of an operation that is none of a visitor is refused', async () => {
    const id = randomUUID();
    await letters.add({ id, operation: 'POST /unknown', code: 'conflict', input: {} });
    await expect(resend(id, {})).rejects.toMatchObject({ code: 'unavailable' });
  });
});
