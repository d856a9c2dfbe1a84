/** What tests take from the environment: servers that are there already. */
export const testConfig = {
  mongodbUri: process.env.MONGODB_URI,
  minioEndpoint: process.env.MINIO_ENDPOINT,
  minioAccessKey: process.env.MINIO_ACCESS_KEY ?? 'minioadmin',
  minioSecretKey: process.env.MINIO_SECRET_KEY ?? 'minioadmin',
  path: process.env.PATH ?? '',
};
