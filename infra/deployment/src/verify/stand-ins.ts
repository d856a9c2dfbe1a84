import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { copyCode, copyModules } from '../../../docker/assemble.mjs';
import { NODE_IMAGE } from '../engine/base-image.js';
import type { Docker } from '../engine/docker.js';
import type { ServiceOverride } from './override.js';

/** How long a pull may take before its image counts as unavailable, in ms. */
const PULL_MS = 120_000;
const IMAGE = 'docfolio-verify';

export interface StandIn {
  /** For the report: what runs in place of what. */
  description: string;
  /** Target of infra/deployment/stand-ins/Dockerfile. */
  target: 'node' | 'redis' | 'caddy';
  overrides: Record<string, ServiceOverride>;
}

const portProbe = (port: number) => ({
  test: ['CMD', 'bash', '-c', `exec 3<>/dev/tcp/127.0.0.1/${port}`],
  interval: '2s',
});

const program = (name: string) => ({
  entrypoint: ['tini', '--'],
  command: ['node', `infra/deployment/dist/stand-ins/${name}.js`],
});

/** A one-shot that has nothing to prepare. */
const nothingToDo: ServiceOverride = {
  image: `${IMAGE}/node`,
  pull_policy: 'never',
  entrypoint: ['true'],
  command: [],
};

/** @param mailFolder folder on the host in which mails are expected */
export function standIns(mailFolder: string): Record<string, StandIn> {
  return {
    mongodb: {
      description: 'MongoDB: infra/embedded-mongo behind a relay, without users and replica set',
      target: 'node',
      overrides: {
        mongodb: { ...program('mongodb'), healthcheck: portProbe(27017) },
        'prepare-mongodb': nothingToDo,
      },
    },
    redis: {
      description: "Redis: Debian's redis-server with the ACL file and settings of docker-compose.yml",
      target: 'redis',
      overrides: { redis: { healthcheck: { interval: '2s' } } },
    },
    minio: {
      description: 'MinIO: s3rver, which does not check signatures',
      target: 'node',
      overrides: {
        minio: {
          ...program('object-store'),
          environment: { BUCKETS: 'docfolio-leads,blog-images' },
          volumes: ['secrets-prepare-minio:/run/secrets:ro'],
          healthcheck: portProbe(9000),
        },
        'prepare-minio': nothingToDo,
      },
    },
    mailpit: {
      description: 'Mailpit: an SMTP server that writes files',
      target: 'node',
      overrides: {
        mailpit: {
          ...program('mail-server'),
          environment: { MAIL_DIR: '/mail' },
          volumes: [`${mailFolder}:/mail`],
          healthcheck: portProbe(1025),
        },
      },
    },
    caddy: {
      description: "Caddy: Debian's caddy with the Caddyfile of docker-compose.tls.yml, without TLS",
      target: 'caddy',
      overrides: { caddy: { healthcheck: portProbe(2020) } },
    },
  };
}

/** Which of these services' images can neither be found nor pulled. The first refusal decides for a registry. */
export async function missingImages(docker: Docker, images: Record<string, string>): Promise<string[]> {
  const missing = await Promise.all(
    Object.entries(images).map(async ([service, image]) => {
      if (await docker.succeeds(['image', 'inspect', image])) return undefined;
      return (await docker.succeeds(['pull', '--quiet', image], PULL_MS)) ? undefined : service;
    }),
  );
  return missing.filter((service) => service !== undefined);
}

/** Builds the images of some stand-ins in `folder`. */
export async function buildStandIns(
  docker: Docker,
  root: string,
  folder: string,
  targets: Set<string>,
  ownEngine: boolean,
): Promise<void> {
  const app = join(folder, 'app');
  mkdirSync(app, { recursive: true });
  if (targets.has('node')) {
    // Their paths are relative to the workspace.
    process.chdir(root);
    const modules = ['infra/embedded-mongo', 'node_modules/@20minutes/s3rver', 'node_modules/smtp-server'];
    copyModules(modules, app);
    copyCode(['infra/embedded-mongo'], app, ['infra/deployment/dist/stand-ins', 'infra/deployment/package.json']);
  }
  const file = join(root, 'infra/deployment/stand-ins/Dockerfile');
  const network = ownEngine ? ['--network', 'host'] : [];
  for (const target of targets) {
    const names = ['--target', target, '--tag', `${IMAGE}/${target}`, '--build-arg', `NODE_IMAGE=${NODE_IMAGE}`];
    await docker.run(['build', ...network, ...names, '--file', file, folder]);
  }
}

export const standInImage = (target: string): string => `${IMAGE}/${target}`;
