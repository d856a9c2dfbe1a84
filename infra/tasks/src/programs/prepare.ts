import type { Declare } from '../declare.js';

// What Docker Compose and Kubernetes run before the processes start. Loaded on demand, because the driver starts slowly.

export const generateSecrets: Declare = (program, { env, print }) =>
  program
    .command('generate-secrets')
    .description('create missing secrets and give each process the files it needs (Docker Compose)')
    .action(async () => (await import('../secrets/generate-secrets.js')).generateSecrets(env, print));

export const prepareVolumes: Declare = (program, { print }) =>
  program
    .command('prepare-volumes')
    .description('set the owner of empty volumes (Docker Compose)')
    .argument('[volumes...]', '/path=uid:gid ...')
    .action(async (volumes) => (await import('../volumes/prepare-volumes.js')).prepareVolumes(volumes, print));

export const prepareMongodb: Declare = (program, { env, print }) =>
  program
    .command('prepare-mongodb')
    .description('initiate the replica set and create the MongoDB user of the platform')
    .action(async () => (await import('../mongodb/prepare-mongodb.js')).prepareMongodb(env, print));
