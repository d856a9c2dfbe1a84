import { databases } from '@docfolio/backup/sources/database-names';
import { ensureAppUser } from './app-user.js';
import { type AdminDatabase, ensureReplicaSet } from './replica-set.js';

type Reply = Record<string, unknown> | { errorCode: number };

/** Replies to each command with the next of its replies; the last one is repeated. */
function databaseWith(replies: Record<string, Reply[]>) {
  const commands: Record<string, unknown>[] = [];
  const database: AdminDatabase = {
    async command(document) {
      commands.push(document);
      const name = Object.keys(document)[0] ?? '';
      const queue = replies[name] ?? [{ ok: 1 }];
      const reply = (queue.length > 1 ? queue.shift() : queue[0]) as Reply;
      if ('errorCode' in reply) throw Object.assign(new Error(`code ${reply.errorCode}`), { code: reply.errorCode });
      return reply;
    },
  };
  return { database, commands, named: (name: string) => commands.filter((command) => name in command) };
}

const options = { name: 'rs0', host: 'mongodb:27017', timeout: 5_000 };
const primary = { isWritablePrimary: true };

describe('ensureReplicaSet', () => {
  it('initiates an empty server under the address that clients use, and waits for the primary', async () => {
    const { database, named } = databaseWith({
      replSetGetStatus: [{ errorCode: 94 }],
      hello: [{ isWritablePrimary: false }, primary],
    });
    expect(await ensureReplicaSet(database, options)).toBe('initiated');
    expect(named('replSetInitiate')).toEqual([
      { replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host: 'mongodb:27017' }] } },
    ]);
    expect(named('hello')).toHaveLength(2);
  });

  it('does not change an existing replica set', async () => {
    const { database, named } = databaseWith({ replSetGetStatus: [{ ok: 1 }], hello: [primary] });
    expect(await ensureReplicaSet(database, options)).toBe('existed');
    expect(named('replSetInitiate')).toEqual([]);
  });

  it('accepts that another task initiated it concurrently', async () => {
    const { database } = databaseWith({
      replSetGetStatus: [{ errorCode: 94 }],
      replSetInitiate: [{ errorCode: 23 }],
      hello: [primary],
    });
    expect(await ensureReplicaSet(database, options)).toBe('existed');
  });

  it('fails on any other error of MongoDB', async () => {
    const { database } = databaseWith({ replSetGetStatus: [{ errorCode: 13 }] });
    await expect(ensureReplicaSet(database, options)).rejects.toThrow('code 13');
  });

  it('fails when no primary is elected in time', async () => {
    const { database } = databaseWith({ hello: [{ isWritablePrimary: false }] });
    await expect(ensureReplicaSet(database, { ...options, timeout: 0 })).rejects.toThrow(
      'Replica set rs0 has no primary after 0 s.',
    );
  });
});

describe('ensureAppUser', () => {
  const account = { user: 'docfolio', password: 'secret' };
  const roles = databases.map((db) => ({ role: 'readWrite', db }));

  it('creates a user that may read and write the databases of the processes and nothing else', async () => {
    const { database, commands } = databaseWith({});
    expect(await ensureAppUser(database, account)).toBe('created');
    expect(commands).toEqual([{ createUser: 'docfolio', pwd: 'secret', roles }]);
    expect(databases).toContain('docfolio_leads');
  });

  it('sets password and roles of an existing user', async () => {
    const { database, named } = databaseWith({ createUser: [{ errorCode: 51_003 }] });
    expect(await ensureAppUser(database, account)).toBe('updated');
    expect(named('updateUser')).toEqual([{ updateUser: 'docfolio', pwd: 'secret', roles }]);
  });
});
