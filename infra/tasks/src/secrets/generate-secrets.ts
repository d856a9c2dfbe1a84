import { join } from 'node:path';
import { loadConfig, signingSecret } from '@docfolio/process/config';
import { z } from 'zod';
import { consumers } from './consumers.js';
import { type Owner, SecretFolder, type SetOwner } from './secret-files.js';
import { fileContents, type GeneratedName, type GeneratedSecrets, secretGenerators } from './secret-values.js';

export const configSchema = z.object({
  SECRETS_DIR: z
    .string()
    .min(1)
    .default('/secrets')
    .meta({ description: 'Folder with a volume for each container, and `master` for the originals.' }),
  JWT_SECRET: signingSecret('Signs access tokens.').optional().meta({ secret: true }),
  BYTES_SECRET: signingSecret('Signs file transfers between processes.').optional().meta({ secret: true }),
  LINK_SECRET: signingSecret('Signs links in emails to subscribers.').optional().meta({ secret: true }),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'not an smtp:// or smtps:// URL' })
    .default('smtp://mailpit:1025')
    .meta({ description: 'Mail server for outgoing email.', secret: true }),
  ADMIN_PASSWORD: z.string().optional().meta({ description: 'Password of the first admin.', secret: true }),
});

type Config = z.output<typeof configSchema>;

/** The original secrets. Only this task's container mounts this folder. */
const masterFolder = 'master';

/**
 * Creates missing secrets and writes the files of every container. A stored secret changes only if the environment has
 * another value, which stays stored. SMTP_URL and ADMIN_PASSWORD are not stored: the files follow the environment.
 */
export const generateSecrets = (env: NodeJS.ProcessEnv, print: (line: string) => void): Promise<void> =>
  fillSecretFolders(loadConfig(configSchema, env), print);

/** Does the work of `generateSecrets`. @param setOwner replaced in specs, which run without root */
export async function fillSecretFolders(
  config: Config,
  print: (line: string) => void,
  setOwner?: SetOwner,
): Promise<void> {
  const open = (name: string) => SecretFolder.open(join(config.SECRETS_DIR, name), setOwner);
  // Check all folders before writing the first file.
  const master = await open(masterFolder);
  const folders = await Promise.all(
    consumers.map(async (consumer) => ({ consumer, folder: await open(consumer.name) })),
  );
  const generated = await resolveSecrets(master, config, print);
  const contents = fileContents(generated, { smtpUrl: config.SMTP_URL, adminPassword: config.ADMIN_PASSWORD });
  for (const { consumer, folder } of folders) {
    for (const name of consumer.files) {
      const content = contents[name];
      if (content === undefined) await folder.remove(name);
      else await folder.write(name, content, consumer);
    }
  }
  print(`secret files of ${folders.length} containers are up to date`);
}

async function resolveSecrets(
  master: SecretFolder,
  config: Config,
  print: (line: string) => void,
): Promise<GeneratedSecrets> {
  const given: Partial<GeneratedSecrets> = {
    jwt_secret: config.JWT_SECRET,
    bytes_secret: config.BYTES_SECRET,
    link_secret: config.LINK_SECRET,
  } as Partial<GeneratedSecrets>;
  const owner: Owner = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const secrets = {} as GeneratedSecrets;
  for (const name of Object.keys(secretGenerators) as GeneratedName[]) {
    const stored = await master.read(name);
    const value = given[name] ?? stored ?? secretGenerators[name]();
    secrets[name] = value;
    if (value === stored) continue;
    await master.write(name, value, owner);
    print(`${name}: ${given[name] ? 'taken from the environment' : 'generated'}`);
  }
  return secrets;
}
