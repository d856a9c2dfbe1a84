import type { ServiceOverride } from './override.js';

/** Replacements for images that cannot be pulled: targets of stand-ins/Dockerfile, and Dockerfile.binaries. */
export type LocalImage = 'node' | 'redis' | 'caddy' | 'binaries';

export interface StandIn {
  description: string;
  image: LocalImage;
  overrides: Record<string, ServiceOverride>;
}

export const localImage = (name: LocalImage): string => `docfolio-verify/${name}`;

/** Variables with the paths of static programs, by program. */
export const binaries = {
  minio: 'MINIO_BINARY',
  mc: 'MC_BINARY',
  mailpit: 'MAILPIT_BINARY',
  caddy: 'CADDY_BINARY',
} as const;

const portProbe = (port: number) => ({
  test: ['CMD', 'bash', '-c', `exec 3<>/dev/tcp/127.0.0.1/${port}`],
  interval: '2s',
});

const program = (name: string) => ({
  entrypoint: ['tini', '--'],
  command: ['node', `infra/deployment/dist/stand-ins/${name}.js`],
});

const caddyCommand = ['caddy', 'run', '--config', '/etc/caddy/Caddyfile', '--adapter', 'caddyfile'];

const nothingToDo: ServiceOverride = {
  image: localImage('node'),
  pull_policy: 'never',
  entrypoint: ['true'],
  command: [],
};

const mongodb: StandIn = {
  description: 'MongoDB: infra/embedded-mongo behind a relay, without users and replica set',
  image: 'node',
  overrides: { mongodb: { ...program('mongodb'), healthcheck: portProbe(27017) }, 'prepare-mongodb': nothingToDo },
};

const redis: StandIn = {
  description: "Redis: Debian's redis-server with the ACL file and settings of docker-compose.yml",
  image: 'redis',
  overrides: { redis: { healthcheck: { interval: '2s' } } },
};

const minio: StandIn = {
  description: 'MinIO: s3rver, which does not check signatures',
  image: 'node',
  overrides: {
    minio: {
      ...program('object-store'),
      environment: { BUCKETS: 'docfolio-leads,blog-images' },
      volumes: ['secrets-prepare-minio:/run/secrets:ro'],
      healthcheck: portProbe(9000),
    },
    'prepare-minio': nothingToDo,
  },
};

const minioFromBinary: StandIn = {
  description: 'MinIO: the real server, from MINIO_BINARY',
  image: 'binaries',
  overrides: {
    minio: { entrypoint: ['minio'], healthcheck: portProbe(9000) },
    'prepare-minio': { image: localImage('binaries'), pull_policy: 'never' },
  },
};

const mailServer = (folder: string): StandIn => ({
  description: 'Mailpit: an SMTP server that writes files',
  image: 'node',
  overrides: {
    mailpit: {
      ...program('mail-server'),
      environment: { MAIL_DIR: '/mail' },
      volumes: [`${folder}:/mail`],
      healthcheck: portProbe(1025),
    },
  },
});

const mailpitFromBinary: StandIn = {
  description: 'Mailpit: the real server, from MAILPIT_BINARY',
  image: 'binaries',
  overrides: {
    mailpit: { entrypoint: ['mailpit'], healthcheck: { test: ['CMD', 'mailpit', 'readyz'], interval: '2s' } },
  },
};

const caddy: StandIn = {
  description: "Caddy: Debian's caddy with the Caddyfile of docker-compose.tls.yml, without TLS",
  image: 'caddy',
  overrides: { caddy: { command: caddyCommand, healthcheck: portProbe(2020) } },
};

const caddyFromBinary: StandIn = {
  ...caddy,
  description: 'Caddy: the real server, from CADDY_BINARY, without TLS',
  image: 'binaries',
};

/** Returns replacements by compose service. @param mailFolder host folder in which the SMTP server writes messages */
export function standIns(mailFolder: string, env: NodeJS.ProcessEnv): Record<string, StandIn> {
  return {
    mongodb,
    redis,
    minio: env.MINIO_BINARY && env.MC_BINARY ? minioFromBinary : minio,
    mailpit: env.MAILPIT_BINARY ? mailpitFromBinary : mailServer(mailFolder),
    caddy: env.CADDY_BINARY ? caddyFromBinary : caddy,
  };
}
