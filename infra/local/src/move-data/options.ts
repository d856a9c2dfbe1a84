import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** The arguments are invalid. The message is meant for the user. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export interface BucketTarget {
  bucket: string;
  /** Prefix of object names in the bucket: empty, or ends with a slash. */
  prefix: string;
}

export interface ObjectTarget {
  endpoint: string;
  accessKey: string;
  secretKey: string;
  region: string;
  pathStyle: boolean;
  createBuckets: boolean;
  buckets: { leads: BucketTarget; media: BucketTarget };
}

export interface MoveOptions {
  mongodbUri: string;
  redisUrl: string | undefined;
  objects: ObjectTarget | undefined;
  secretsTo: string | undefined;
  overwrite: boolean;
  warnings: string[];
}

export const usage = `npm run move-data -- --to mongodb://HOST --to-redis redis://HOST --to-s3 https://HOST ...

Moves everything this installation stores (DATA_DIR) to the stores of another one, as compose or Kubernetes run them:
a backup of it, restored there. Nothing is removed here. Stop Docfolio first; in the target only the stores may run. If it
is interrupted, run the same command again.

  --to URL               MongoDB, without a database name. For one server of a replica set whose name does not resolve
                         here (compose): mongodb://USER:PASSWORD@ADDRESS:27017/?directConnection=true&authSource=admin
  --to-redis URL         Redis, redis:// or rediss://. Left out only if the target uses this installation's REDIS_URL
  --to-s3 URL            MinIO or another S3 service. Refused if the source uses MINIO_ENDPOINT
  --access-key-file F    its access key ...
  --secret-key-file F    ... and secret key, each in a file
  --region NAME          us-east-1 unless given
  --virtual-host-style   bucket in the host name (default: in the path)
  --leads-bucket B[/P]   OBJECT_BUCKET[/OBJECT_PREFIX] of leads (docfolio-leads) ...
  --media-bucket B[/P]   ... and of media (blog-images)
  --create-buckets       creates buckets that are missing
  --secrets-to DIR       writes the signing secrets there: jwt-secret, bytes-secret, link-secret
  --overwrite            replaces documents and Redis keys in the target. They are kept there until they are discarded,
                         by npm run restore -- --discard-old with the target's MONGODB_URI and REDIS_URL
  --help

A password on a command line can be read by every user of the machine. These take it from a file, or from the
environment (which also has a _FILE variant of each):

  --to-file F            TO_MONGODB_URI
  --to-redis-file F      TO_REDIS_URL
                         TO_MINIO_ACCESS_KEY, TO_MINIO_SECRET_KEY`;

const text = { type: 'string' as const };
const flag = { type: 'boolean' as const };
const options = {
  to: text,
  'to-file': text,
  'to-redis': text,
  'to-redis-file': text,
  'to-s3': text,
  'access-key-file': text,
  'secret-key-file': text,
  region: text,
  'virtual-host-style': flag,
  'leads-bucket': text,
  'media-bucket': text,
  'create-buckets': flag,
  'secrets-to': text,
  overwrite: flag,
  help: flag,
};

type Values = ReturnType<typeof parse>;

function parse(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: false }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function fromFile(path: string, what: string): string {
  let content: string;
  try {
    content = readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new UsageError(`${what}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  if (!content) throw new UsageError(`${what}: ${path} is empty.`);
  return content;
}

function secret(
  given: { value?: string; file?: string; fileFlag: string; variable: string },
  env: NodeJS.ProcessEnv,
): string | undefined {
  const { value, file, fileFlag, variable } = given;
  const sources = [value, file, env[variable], env[`${variable}_FILE`]].filter(Boolean);
  if (sources.length > 1) throw new UsageError(`${variable} is given twice: by option, file or environment, not two.`);
  if (file) return fromFile(file, fileFlag);
  const variableFile = env[`${variable}_FILE`];
  return value || env[variable] || (variableFile ? fromFile(variableFile, `${variable}_FILE`) : undefined);
}

function checkedUrl(url: string, what: string, protocols: string[]): string {
  // The WHATWG parser refuses mongodb:// with several hosts; the driver accepts it.
  if (!protocols.some((protocol) => url.startsWith(`${protocol}://`))) {
    throw new UsageError(`${what}: expected ${protocols.map((protocol) => `${protocol}://`).join(' or ')}.`);
  }
  return url;
}

const hasPassword = (url: string | undefined): boolean => /^[a-z+]+:\/\/[^/@]*:[^/@]+@/.test(url ?? '');

function bucketTarget(given: string): BucketTarget {
  const [bucket = '', ...path] = given.split('/').filter(Boolean);
  return { bucket, prefix: path.map((segment) => `${segment}/`).join('') };
}

function bucketTargets(values: Values): ObjectTarget['buckets'] {
  const leads = bucketTarget(values['leads-bucket'] ?? 'docfolio-leads');
  const media = bucketTarget(values['media-bucket'] ?? 'blog-images');
  const isNested = leads.prefix.startsWith(media.prefix) || media.prefix.startsWith(leads.prefix);
  if (leads.bucket === media.bucket && isNested) {
    throw new UsageError('--leads-bucket and --media-bucket: each needs a bucket or a prefix of its own.');
  }
  return { leads, media };
}

function objectTarget(values: Values, env: NodeJS.ProcessEnv): ObjectTarget | undefined {
  const endpoint = values['to-s3'];
  if (!endpoint) return undefined;
  const [accessKey, secretKey] = (['access-key', 'secret-key'] as const).map((name) =>
    secret(
      {
        file: values[`${name}-file`],
        fileFlag: `--${name}-file`,
        variable: `TO_MINIO_${name.replace('-', '_').toUpperCase()}`,
      },
      env,
    ),
  );
  if (!accessKey || !secretKey) throw new UsageError('--to-s3 needs --access-key-file and --secret-key-file.');
  return {
    endpoint: checkedUrl(endpoint, '--to-s3', ['http', 'https']),
    accessKey,
    secretKey,
    region: values.region ?? 'us-east-1',
    pathStyle: !values['virtual-host-style'],
    createBuckets: values['create-buckets'] ?? false,
    buckets: bucketTargets(values),
  };
}

/** Parses the command line of `npm run move-data`. @returns 'help' for --help. @throws UsageError */
export function readOptions(args: string[], env: NodeJS.ProcessEnv): MoveOptions | 'help' {
  const values = parse(args);
  if (values.help) return 'help';
  const mongodb = { value: values.to, file: values['to-file'], fileFlag: '--to-file', variable: 'TO_MONGODB_URI' };
  const redis = {
    value: values['to-redis'],
    file: values['to-redis-file'],
    fileFlag: '--to-redis-file',
    variable: 'TO_REDIS_URL',
  };
  const mongodbUri = secret(mongodb, env);
  const redisUrl = secret(redis, env);
  if (!mongodbUri) throw new UsageError('Say where to: --to mongodb://HOST, or --to-file.');
  const exposed = [values.to, values['to-redis']].filter(hasPassword);
  return {
    mongodbUri: checkedUrl(mongodbUri, '--to', ['mongodb', 'mongodb+srv']),
    redisUrl: redisUrl && checkedUrl(redisUrl, '--to-redis', ['redis', 'rediss']),
    objects: objectTarget(values, env),
    secretsTo: values['secrets-to'] && resolve(values['secrets-to']),
    overwrite: values.overwrite ?? false,
    warnings:
      exposed.length > 0
        ? ['Warning: a password on the command line can be read by every user of this machine; use --to-file.']
        : [],
  };
}
