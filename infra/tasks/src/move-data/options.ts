import { resolve } from 'node:path';
import { loadConfig } from '@docfolio/process/config';
import { OperatorError } from '@docfolio/process/operator-error';
import { z } from 'zod';

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

/** The options of the command line, as its declaration in `programs/move-data.ts` names them. */
export interface MoveValues {
  to?: string | undefined;
  toFile?: string | undefined;
  toRedis?: string | undefined;
  toRedisFile?: string | undefined;
  toS3?: string | undefined;
  accessKeyFile?: string | undefined;
  secretKeyFile?: string | undefined;
  region?: string | undefined;
  virtualHostStyle?: true | undefined;
  leadsBucket?: string | undefined;
  mediaBucket?: string | undefined;
  createBuckets?: true | undefined;
  secretsTo?: string | undefined;
  overwrite?: true | undefined;
}

const secret = z.string().optional().meta({ secret: true });
const secretSettings = z.object({
  TO_MONGODB_URI: secret,
  TO_REDIS_URL: secret,
  TO_MINIO_ACCESS_KEY: secret,
  TO_MINIO_SECRET_KEY: secret,
});

const refused = (message: string) => new OperatorError(message, 2);

/** Reads addresses and keys, each from an option, a file or the environment. @throws OperatorError, ConfigError */
function readSecrets(values: MoveValues, env: NodeJS.ProcessEnv): z.output<typeof secretSettings> {
  const options = {
    TO_MONGODB_URI: values.to,
    TO_MONGODB_URI_FILE: values.toFile,
    TO_REDIS_URL: values.toRedis,
    TO_REDIS_URL_FILE: values.toRedisFile,
    TO_MINIO_ACCESS_KEY_FILE: values.accessKeyFile,
    TO_MINIO_SECRET_KEY_FILE: values.secretKeyFile,
  };
  const given: NodeJS.ProcessEnv = Object.fromEntries(Object.entries(options).filter(([, value]) => value));
  for (const name of Object.keys(secretSettings.shape)) {
    const sources = [env, given].flatMap((each) => [each[name], each[`${name}_FILE`]]).filter(Boolean);
    if (sources.length > 1) throw refused(`${name} is given twice: by option, file or environment, not two.`);
  }
  const { TO_MONGODB_URI, TO_REDIS_URL, ...keys } = loadConfig(secretSettings, { ...env, ...given });
  return { TO_MONGODB_URI: TO_MONGODB_URI?.trim(), TO_REDIS_URL: TO_REDIS_URL?.trim(), ...keys };
}

function checkedUrl(url: string, what: string, protocols: string[]): string {
  // The WHATWG parser refuses mongodb:// with several hosts; the driver accepts it.
  if (!protocols.some((protocol) => url.startsWith(`${protocol}://`))) {
    throw refused(`${what}: expected ${protocols.map((protocol) => `${protocol}://`).join(' or ')}.`);
  }
  return url;
}

const hasPassword = (url: string | undefined): boolean => /^[a-z+]+:\/\/[^/@]*:[^/@]+@/.test(url ?? '');

function bucketTarget(given: string): BucketTarget {
  const [bucket = '', ...path] = given.split('/').filter(Boolean);
  return { bucket, prefix: path.map((segment) => `${segment}/`).join('') };
}

function bucketTargets(values: MoveValues): ObjectTarget['buckets'] {
  const leads = bucketTarget(values.leadsBucket ?? 'docfolio-leads');
  const media = bucketTarget(values.mediaBucket ?? 'blog-images');
  const isNested = leads.prefix.startsWith(media.prefix) || media.prefix.startsWith(leads.prefix);
  if (leads.bucket === media.bucket && isNested) {
    throw refused('--leads-bucket and --media-bucket: each needs a bucket or a prefix of its own.');
  }
  return { leads, media };
}

/** Validates the command line of move-data. @throws OperatorError, ConfigError */
export function moveOptions(values: MoveValues, env: NodeJS.ProcessEnv): MoveOptions {
  const secrets = readSecrets(values, env);
  const { TO_MONGODB_URI: mongodbUri, TO_REDIS_URL: redisUrl } = secrets;
  if (!mongodbUri) throw refused('Say where to: --to mongodb://HOST, or --to-file.');
  const exposed = [values.to, values.toRedis].filter(hasPassword);
  return {
    mongodbUri: checkedUrl(mongodbUri, '--to', ['mongodb', 'mongodb+srv']),
    redisUrl: redisUrl && checkedUrl(redisUrl, '--to-redis', ['redis', 'rediss']),
    objects: values.toS3 ? objectTarget(values.toS3, values, secrets) : undefined,
    secretsTo: values.secretsTo && resolve(values.secretsTo),
    overwrite: values.overwrite ?? false,
    warnings:
      exposed.length > 0
        ? ['Warning: a password on the command line can be read by every user of this machine; use --to-file.']
        : [],
  };
}

function objectTarget(
  endpoint: string,
  values: MoveValues,
  { TO_MINIO_ACCESS_KEY: accessKey, TO_MINIO_SECRET_KEY: secretKey }: ReturnType<typeof readSecrets>,
): ObjectTarget {
  if (!accessKey || !secretKey) throw refused('--to-s3 needs --access-key-file and --secret-key-file.');
  return {
    endpoint: checkedUrl(endpoint, '--to-s3', ['http', 'https']),
    accessKey: accessKey.trim(),
    secretKey: secretKey.trim(),
    region: values.region ?? 'us-east-1',
    pathStyle: !values.virtualHostStyle,
    createBuckets: values.createBuckets ?? false,
    buckets: bucketTargets(values),
  };
}
