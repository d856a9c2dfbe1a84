export interface ComposeVariable {
  name: string;
  /** One sentence for .env.example. */
  description: string;
  /** As docker-compose.yml has it; empty: none. */
  defaultValue: string;
}

/**
 * Variables of .env that only Docker Compose reads. All others that the compose files reference are settings of a
 * process or of the task `generate-secrets`, described by its config schema.
 */
export const COMPOSE_VARIABLES: readonly ComposeVariable[] = [
  {
    name: 'DOCFOLIO_VERSION',
    description: 'Tag of the images; a release when they come from a registry.',
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
      '`never` builds missing images from this checkout, `missing` pulls them from DOCFOLIO_REGISTRY; never `missing` without a registry of your own, since anybody can publish images under a free name.',
    defaultValue: 'never',
  },
  {
    name: 'PORT',
    description:
      'Published port of the site. `127.0.0.1:4200` publishes it on this machine only; set SITE_URL then, because its default contains PORT.',
    defaultValue: '4200',
  },
  {
    name: 'DOMAIN',
    description: 'Name under which the server is reached; docker-compose.tls.yml needs it.',
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
      'When Redis writes its log to disk: `everysec` can lose the last second in a power cut, `always` loses nothing and is slower.',
    defaultValue: 'everysec',
  },
];
