export interface ComposeVariable {
  name: string;
  description: string;
  defaultValue: string;
}

/** Variables of .env that only Docker Compose interprets. Config schemas describe the others. */
export const composeVariables: readonly ComposeVariable[] = [
  {
    name: 'DOCFOLIO_VERSION',
    description: 'Tag of the images, such as a release.',
    defaultValue: 'latest',
  },
  {
    name: 'DOCFOLIO_REGISTRY',
    description: 'Registry and folder of the images.',
    defaultValue: 'docfolio',
  },
  {
    name: 'DOCFOLIO_PULL_POLICY',
    description:
      '`never` builds missing images from this checkout, `missing` pulls them from DOCFOLIO_REGISTRY. Warning: use `missing` only with a registry of your own, because anyone can publish images under an unused name.',
    defaultValue: 'never',
  },
  {
    name: 'PORT',
    description:
      'Published port of the site. `127.0.0.1:4200` publishes it on this machine only; then set SITE_URL as well, because its default contains PORT.',
    defaultValue: '4200',
  },
  {
    name: 'DOMAIN',
    description: 'Host name of the server. Required by docker-compose.tls.yml.',
    defaultValue: '',
  },
  {
    name: 'COMPOSE_FILE',
    description: '`docker-compose.yml:docker-compose.tls.yml` adds TLS for DOMAIN to every command.',
    defaultValue: '',
  },
  {
    name: 'METRICS',
    description: '`off` stops collecting metrics, which the profile `observability` needs.',
    defaultValue: 'on',
  },
  {
    name: 'GRAFANA_PORT',
    description: 'Port of Grafana on this machine, with the profile `observability`.',
    defaultValue: '3000',
  },
  {
    name: 'REDIS_APPENDFSYNC',
    description:
      'How often Redis syncs its log to disk: `everysec` can lose the last second in a power cut, `always` loses nothing and is slower.',
    defaultValue: 'everysec',
  },
  {
    name: 'BACKUP_DIR',
    description: 'Folder of this server for backups. Keep copies elsewhere: who loses the server loses the folder.',
    defaultValue: './backups',
  },
  {
    name: 'BACKUP_SCHEDULE',
    description: 'When backups are made, as a cron pattern in UTC. Applies with `--profile backup`.',
    defaultValue: '15 3 * * *',
  },
  {
    name: 'BACKUP_KEEP',
    description: 'Backups that stay: the last one of each of so many days, weeks and months.',
    defaultValue: '7d,4w,12m',
  },
  {
    name: 'BACKUP_RECIPIENT',
    description:
      'Public key of age (`age1...`) for which backups are encrypted. Required for the schedule: keep the private key away from this server.',
    defaultValue: '',
  },
  {
    name: 'BACKUP_TO',
    description: '`s3://BUCKET/PREFIX` stores backups in a bucket, with the following settings, instead of BACKUP_DIR.',
    defaultValue: '/backups',
  },
  { name: 'BACKUP_S3_ENDPOINT', description: 'S3-compatible store of backups: `https://host:port`.', defaultValue: '' },
  { name: 'BACKUP_S3_REGION', description: 'Its region.', defaultValue: 'us-east-1' },
  { name: 'BACKUP_S3_ACCESS_KEY', description: 'Its access key.', defaultValue: '' },
  { name: 'BACKUP_S3_SECRET_KEY', description: 'Its secret key.', defaultValue: '' },
];
