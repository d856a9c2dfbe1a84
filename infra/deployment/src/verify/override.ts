export interface ServiceOverride {
  image?: string;
  pull_policy?: string;
  entrypoint?: string[];
  command?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
  healthcheck?: { test?: string[]; interval?: string; retries?: number };
  /** Replaces the published ports instead of adding to them. */
  ports?: string[];
}

/** Merges overrides by service: environments are merged, other fields of a later override replace earlier ones. */
export function mergeOverrides(...overrides: Record<string, ServiceOverride>[]): Record<string, ServiceOverride> {
  const merged: Record<string, ServiceOverride> = {};
  for (const [service, override] of overrides.flatMap((one) => Object.entries(one))) {
    const before = merged[service] ?? {};
    const environment = { ...before.environment, ...override.environment };
    merged[service] = { ...before, ...override, ...(Object.keys(environment).length > 0 ? { environment } : {}) };
  }
  return merged;
}

export function overrideFile(services: Record<string, ServiceOverride>): string {
  const lines = ['services:'];
  for (const [service, override] of Object.entries(services)) {
    lines.push(`  ${service}:`);
    for (const [key, value] of Object.entries(override)) {
      const tag = key === 'ports' ? '!override ' : '';
      // JSON is YAML. Compose interpolates single dollar signs.
      lines.push(`    ${key}: ${tag}${JSON.stringify(value).replaceAll('$', '$$$$')}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

interface ConfiguredService {
  image: string;
  environment?: Record<string, string | null>;
}

/** Returns overrides for a MongoDB without users. @param configured services of `docker compose config` */
export function plainMongodb(configured: Record<string, ConfiguredService>): Record<string, ServiceOverride> {
  return Object.fromEntries(
    Object.entries(configured)
      .filter(([, { environment }]) => environment?.MONGODB_URI_FILE !== undefined)
      .map(([service]) => [
        service,
        { environment: { MONGODB_URI_FILE: '', MONGODB_URI: 'mongodb://mongodb:27017/?directConnection=true' } },
      ]),
  );
}

/** Returns overrides that check the health of `services` more often, for tests that wait for each start. Each check starts a process. */
export const frequentHealthChecks = (services: string[]): Record<string, ServiceOverride> =>
  Object.fromEntries(services.map((service) => [service, { healthcheck: { interval: '3s', retries: 10 } }]));
