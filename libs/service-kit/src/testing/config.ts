/** Settings that tests read from the environment. */
export const testConfig = {
  mongodbUri: process.env.MONGODB_URI,
  minioEndpoint: process.env.MINIO_ENDPOINT,
  minioAccessKey: process.env.MINIO_ACCESS_KEY ?? 'minioadmin',
  minioSecretKey: process.env.MINIO_SECRET_KEY ?? 'minioadmin',
  path: process.env.PATH ?? '',
  /** How often the database restart spec restarts the database. A long run uses 50. */
  restarts: Number(process.env.RESTARTS ?? 3),
};
