/** Secret variables by workload. configuration.spec.ts compares them with the config schemas. */
export const secretKeys: Record<string, string[]> = {
  web: ['REDIS_URL'],
  gateway: ['REDIS_URL', 'MONGODB_URI', 'JWT_SECRET', 'BYTES_SECRET'],
  leads: ['REDIS_URL', 'MONGODB_URI', 'BYTES_SECRET', 'LINK_SECRET', 'MINIO_ACCESS_KEY', 'MINIO_SECRET_KEY'],
  content: ['REDIS_URL', 'MONGODB_URI'],
  media: ['REDIS_URL', 'MONGODB_URI', 'BYTES_SECRET', 'MINIO_ACCESS_KEY', 'MINIO_SECRET_KEY'],
  notifications: ['REDIS_URL', 'MONGODB_URI', 'SMTP_URL'],
  migrate: [
    'REDIS_URL',
    'MONGODB_URI',
    'BYTES_SECRET',
    'LINK_SECRET',
    'MINIO_ACCESS_KEY',
    'MINIO_SECRET_KEY',
    'SMTP_URL',
  ],
  'first-admin': ['REDIS_URL', 'MONGODB_URI', 'ADMIN_PASSWORD'],
};
