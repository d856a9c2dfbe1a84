/** Settings that tests read from the environment. */
export const testConfig = {
  mongodbUri: process.env.MONGODB_URI,
  minioEndpoint: process.env.MINIO_ENDPOINT,
  minioAccessKey: process.env.MINIO_ACCESS_KEY ?? 'minioadmin',
  minioSecretKey: process.env.MINIO_SECRET_KEY ?? 'minioadmin',
  path: process.env.PATH ?? '',
  /** By what time-outs are multiplied: `npm test` measures how slow the machine is. */
  timeoutFactor: Number(process.env.DOCFOLIO_TIMEOUT_FACTOR ?? 1),
  /** Node's arguments before the path of a service, which run its bundle. Null: its compiled files run. */
  bundleRunner: JSON.parse(process.env.DOCFOLIO_BUNDLE_RUNNER ?? 'null') as string[] | null,
  /** File to which the times of starts are appended. */
  timesFile: process.env.DOCFOLIO_TEST_TIMES,
  /** How often the database restart spec restarts the database. A long run uses 50. */
  restarts: Number(process.env.RESTARTS ?? 3),
};
