import { loadConfig } from '@docfolio/process/config';
import { OperatorError } from '@docfolio/process/operator-error';
import { MongoClient } from 'mongodb';
import { z } from 'zod';
import { ensureAppUser } from './app-user.js';
import { ensureReplicaSet } from './replica-set.js';

/** ms for reaching MongoDB, and for electing a primary. */
const timeout = 60_000;

const password = z.string().min(1);

export const configSchema = z.object({
  MONGODB_HOST: z
    .string()
    .regex(/^[^\s:/@]+:\d+$/, 'not host:port')
    .default('mongodb:27017')
    .meta({ description: 'Address of the only member of the replica set, as every process reaches it.' }),
  MONGODB_REPLICA_SET: z.string().min(1).default('rs0').meta({ description: 'Name of the replica set.' }),
  MONGODB_ROOT_USER: z.string().min(1).default('root').meta({ description: 'Administrator of MongoDB.' }),
  MONGODB_ROOT_PASSWORD: password.meta({ description: 'Password of MONGODB_ROOT_USER.', secret: true }),
  MONGODB_USER: z.string().min(1).default('docfolio').meta({ description: 'User of the platform.' }),
  MONGODB_PASSWORD: password.meta({ description: 'Password of MONGODB_USER.', secret: true }),
});

/** Initiates a replica set of one member; creates the platform's user, or sets its password and roles. Idempotent. */
export async function prepareMongodb(env: NodeJS.ProcessEnv, print: (line: string) => void): Promise<void> {
  const config = loadConfig(configSchema, env);
  // Before the replica set is initiated, only a direct connection works.
  const client = new MongoClient(`mongodb://${config.MONGODB_HOST}/?directConnection=true`, {
    auth: { username: config.MONGODB_ROOT_USER, password: config.MONGODB_ROOT_PASSWORD },
    serverSelectionTimeoutMS: timeout,
  });
  try {
    const admin = client.db('admin');
    const replicaSet = await ensureReplicaSet(admin, {
      name: config.MONGODB_REPLICA_SET,
      host: config.MONGODB_HOST,
      timeout,
    });
    print(`replica set ${config.MONGODB_REPLICA_SET} ${replicaSet}`);
    const user = await ensureAppUser(admin, { user: config.MONGODB_USER, password: config.MONGODB_PASSWORD });
    print(`user ${config.MONGODB_USER} ${user}`);
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`MongoDB at ${config.MONGODB_HOST} could not be prepared: ${(error as Error).message}`);
  } finally {
    await client.close();
  }
}
