import type { Declare } from '../declare.js';
import { moveOptions } from '../move-data/options.js';

export const moveData: Declare = (program, at) =>
  program
    .command('move-data')
    .summary('move an installation of npm start to other databases and another file store')
    .description(
      'move everything this installation stores (DATA_DIR) to the stores of another one, as compose or Kubernetes run them: a backup of it, restored there. Nothing is removed here. Stop Docfolio first; in the target only the stores may run. If it is interrupted, run the same command again',
    )
    .option(
      '--to <url>',
      'MongoDB, without a database name. For one server of a replica set whose name does not resolve here (compose): mongodb://USER:PASSWORD@ADDRESS:27017/?directConnection=true&authSource=admin',
    )
    .option(
      '--to-redis <url>',
      'redis:// or rediss://. Left out only if the target uses the REDIS_URL of this installation',
    )
    .option('--to-s3 <url>', 'MinIO or another S3 service. Refused if the source uses MINIO_ENDPOINT')
    .option('--to-file <file>', 'holds the URL of --to, which may be in TO_MONGODB_URI as well')
    .option('--to-redis-file <file>', 'holds the URL of --to-redis, which may be in TO_REDIS_URL as well')
    .option('--access-key-file <file>', 'access key of --to-s3, which may be in TO_MINIO_ACCESS_KEY as well')
    .option('--secret-key-file <file>', 'its secret key, which may be in TO_MINIO_SECRET_KEY as well')
    .option('--region <name>', 'of --to-s3. Default: us-east-1')
    .option('--virtual-host-style', 'bucket in the host name. Default: in the path')
    .option('--leads-bucket <bucket>', 'OBJECT_BUCKET[/OBJECT_PREFIX] of leads. Default: docfolio-leads')
    .option('--media-bucket <bucket>', 'the same of media. Default: blog-images')
    .option('--create-buckets', 'create buckets that are missing')
    .option('--secrets-to <folder>', 'write the signing secrets there: jwt-secret, bytes-secret, link-secret')
    .option(
      '--overwrite',
      'replace documents and Redis keys in the target. They are kept there until they are discarded, by restore --discard-old with the MONGODB_URI and REDIS_URL of the target',
    )
    .addHelpText(
      'after',
      `
A password on a command line can be read by every user of the machine. A file and the environment hide it; each of these
variables also has a _FILE variant.`,
    )
    .action(async (values) => {
      const options = moveOptions(values, at.env);
      for (const warning of options.warnings) console.error(warning);
      await at.moveData!(options);
    });
