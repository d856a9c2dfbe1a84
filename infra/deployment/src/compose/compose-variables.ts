import type { Section } from '@docfolio/process/config-fields';

export interface ComposeVariable {
  name: string;
  /** Section of .env.example. */
  section: Section;
  description: string;
  defaultValue: string;
}

/** Variables of .env that only Docker Compose interprets. Config schemas describe the others. */
export const composeVariables: readonly ComposeVariable[] = [
  {
    name: 'DOCFOLIO_VERSION',
    section: 'Images',
    description: 'Tag of the images, such as a release.',
    defaultValue: 'latest',
  },
  {
    name: 'DOCFOLIO_REGISTRY',
    section: 'Images',
    description: 'Registry and folder of the images.',
    defaultValue: 'docfolio',
  },
  {
    name: 'DOCFOLIO_PULL_POLICY',
    section: 'Images',
    description:
      '`never` builds missing images from this checkout, `missing` pulls them from DOCFOLIO_REGISTRY. Warning: use `missing` only with a registry of your own, because anyone can publish images under an unused name.',
    defaultValue: 'never',
  },
  {
    name: 'PORT',
    section: 'Address',
    description:
      'Published port of the site. `127.0.0.1:4200` publishes it on this machine only; then set SITE_URL as well, because its default contains PORT.',
    defaultValue: '4200',
  },
  {
    name: 'DOMAIN',
    section: 'Address',
    description: 'Host name of the server. Required by docker-compose.tls.yml.',
    defaultValue: '',
  },
  {
    name: 'COMPOSE_FILE',
    section: 'Address',
    description: '`docker-compose.yml:docker-compose.tls.yml` adds TLS for DOMAIN to every command.',
    defaultValue: '',
  },
  {
    name: 'METRICS',
    section: 'Monitoring (infra/observability/README.md)',
    description: '`off` stops collecting metrics, which the profile `observability` needs.',
    defaultValue: 'on',
  },
  {
    name: 'GRAFANA_PORT',
    section: 'Monitoring (infra/observability/README.md)',
    description: 'Port of Grafana on this machine, with the profile `observability`.',
    defaultValue: '3000',
  },
  {
    name: 'REDIS_APPENDFSYNC',
    section: 'Operation',
    description:
      'How often Redis syncs its log to disk: `everysec` can lose the last second in a power cut, `always` loses nothing and is slower.',
    defaultValue: 'everysec',
  },
  {
    name: 'BACKUP_DIR',
    section: 'Backups (docs/operations.md)',
    description: 'Folder of this server for backups. Keep copies elsewhere: who loses the server loses the folder.',
    defaultValue: './backups',
  },
  {
    name: 'BACKUP_SCHEDULE',
    section: 'Backups (docs/operations.md)',
    description: 'When backups are made, as a cron pattern in UTC. Applies with `--profile backup`.',
    defaultValue: '15 3 * * *',
  },
  {
    name: 'BACKUP_KEEP',
    section: 'Backups (docs/operations.md)',
    description: 'Backups that stay: the last one of each of so many days, weeks and months.',
    defaultValue: '7d,4w,12m',
  },
  {
    name: 'BACKUP_RECIPIENT',
    section: 'Backups (docs/operations.md)',
    description:
      'Public key of age (`age1...`) for which backups are encrypted. Required for the schedule: keep the private key away from this server.',
    defaultValue: '',
  },
  {
    name: 'BACKUP_TO',
    section: 'Backups (docs/operations.md)',
    description: '`s3://BUCKET/PREFIX` stores backups in a bucket, with the following settings, instead of BACKUP_DIR.',
    defaultValue: '/backups',
  },
  {
    name: 'BACKUP_S3_ENDPOINT',
    section: 'Backups (docs/operations.md)',
    description: 'S3-compatible store of backups: `https://host:port`.',
    defaultValue: '',
  },
  {
    name: 'BACKUP_S3_REGION',
    section: 'Backups (docs/operations.md)',
    description: 'Its region.',
    defaultValue: 'us-east-1',
  },
  {
    name: 'BACKUP_S3_ACCESS_KEY',
    section: 'Backups (docs/operations.md)',
    description: 'Its access key.',
    defaultValue: '',
  },
  {
    name: 'BACKUP_S3_SECRET_KEY',
    section: 'Backups (docs/operations.md)',
    description: 'Its secret key.',
    defaultValue: '',
  },
];
