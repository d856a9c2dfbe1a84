import { configSchema as secretsSchema } from '@docfolio/tasks/secrets/generate-secrets';
import { referencedVariables } from '../documents/referenced-variables.js';
import { imageEnvironment, readComposeFile, readText } from './compose-file.js';
import { composeVariables } from './compose-variables.js';
import { processFields } from './process-schemas.js';

const composeFiles = ['docker-compose.yml', 'docker-compose.tls.yml'];
const { services } = readComposeFile('docker-compose.yml');
const processes = Object.entries(processFields);

/** Returns a process's environment: the variables of the image and of the compose file. */
function environmentOf(service: string, target = service): Record<string, string | number> {
  return { ...imageEnvironment(target), ...services[service]?.environment };
}

describe('environment of the compose services', () => {
  it.each(processes)('%s has every variable that its config schema requires', (name, fields) => {
    const environment = environmentOf(name);
    const missing = fields.filter(
      (field) => field.required && !(field.name in environment) && !(`${field.name}_FILE` in environment),
    );
    expect(missing.map((field) => field.name)).toEqual([]);
  });

  it.each(processes)('%s gets no variable that it does not read', (name, fields) => {
    const known = new Set(fields.flatMap((field) => [field.name, ...(field.secret ? [`${field.name}_FILE`] : [])]));
    // Read by the C library, not by the process.
    known.add('MALLOC_ARENA_MAX');
    const unknown = Object.keys(services[name]?.environment ?? {}).filter((variable) => !known.has(variable));
    expect(unknown).toEqual([]);
  });

  it.each(processes)('%s gets secrets as files only', (name, fields) => {
    const secrets = fields.filter((field) => field.secret).map((field) => field.name);
    expect(Object.keys(services[name]?.environment ?? {}).filter((variable) => secrets.includes(variable))).toEqual([]);
  });

  it('web listens on all addresses and has Redis for its page cache', () => {
    expect(environmentOf('web')).toMatchObject({ HOST: '0.0.0.0', PORT: '4200', REDIS_URL_FILE: expect.any(String) });
  });

  it('media and web have the same keys of remotes', () => {
    const keys = ['media', 'web'].map((name) => services[name]?.environment?.REMOTES_PUBLIC_KEYS);
    const fromDotEnv = `\${REMOTES_PUBLIC_KEYS:-}`;
    expect(keys).toEqual([fromDotEnv, fromDotEnv]);
  });

  it('media limits the memory arenas of the C library', () => {
    expect(services.media?.environment?.MALLOC_ARENA_MAX).toBe('2');
  });

  it.each(['migrate', 'first-admin', 'tasks'])('%s can read the configuration of every service', (task) => {
    const environment = environmentOf(task, 'tasks');
    const required = processes
      .filter(([name]) => name !== 'web')
      .flatMap(([, fields]) => fields.filter((field) => field.required && field.secret).map((field) => field.name));
    expect(required.filter((name) => !(`${name}_FILE` in environment))).toEqual([]);
  });
});

describe('variables of .env', () => {
  const referenced = new Set(composeFiles.flatMap((file) => [...referencedVariables(readText(file))]));

  it('every variable referenced by a compose file is described by a config schema or the list of compose variables', () => {
    const described = new Set([
      ...composeVariables.map(({ name }) => name),
      ...Object.keys(secretsSchema.shape),
      ...processes.flatMap(([, fields]) => fields.map((field) => field.name)),
      // Read by the gateway's admin program.
      'ADMIN_EMAIL',
    ]);
    expect([...referenced].filter((name) => !described.has(name))).toEqual([]);
  });

  it('every compose variable is referenced, with the default of the list', () => {
    const text = composeFiles.map(readText).join('\n');
    for (const { name, defaultValue } of composeVariables) {
      if (name === 'COMPOSE_FILE') continue;
      expect(referenced).toContain(name);
      if (defaultValue) expect(text).toContain(`\${${name}:-${defaultValue}}`);
    }
  });
});
