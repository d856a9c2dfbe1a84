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
    name: 'REDIS_APPENDFSYNC',
    description:
      'How often Redis syncs its log to disk: `everysec` can lose the last second in a power cut, `always` loses nothing and is slower.',
    defaultValue: 'everysec',
  },
];
