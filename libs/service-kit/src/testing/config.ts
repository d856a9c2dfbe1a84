/** What tests take from the environment: servers that are there already. */
export const testConfig = {
  mongodbUri: process.env.MONGODB_URI,
  minioEndpoint: process.env.MINIO_ENDPOINT,
  minioAccessKey: process.env.MINIO_ACCESS_KEY ?? 'minioadmin',
  minioSecretKey: process.env.MINIO_SECRET_KEY ?? 'minioadmin',
  path: process.env.PATH ?? '',
  /** Restarts of the database that its spec makes; a long run takes 50. */
  restarts: Number(process.env.RESTARTS ?? 3),
};
