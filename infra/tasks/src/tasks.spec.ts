import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadTask, usage } from './tasks.js';
import { prepareVolumes } from './volumes/prepare-volumes.js';

describe('the task table', () => {
  it.each(['generate-secrets', 'prepare-volumes', 'prepare-mongodb', 'migrate', 'first-admin', 'admin', 'seed'])(
    'loads %s and lists it in the usage text',
    async (name) => {
      expect(await loadTask(name)).toEqual(expect.any(Function));
      expect(usage()).toContain(`  ${name} `);
    },
  );

  it.each([undefined, 'toString', 'unknown'])('refuses the name %s with exit code 2', async (name) => {
    await expect(loadTask(name)).rejects.toMatchObject({ exitCode: 2 });
  });
});

describe('prepare-volumes', () => {
  let folder: string;
  const run = (...args: string[]) => prepareVolumes({ root: '/', args, env: {}, print: () => {} });

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docfolio-volume-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('does not change a volume that has the right owner', async () => {
    const { uid, gid } = await stat(folder);
    expect(await run(`${folder}=${uid}:${gid}`)).toBe(0);
  });

  it('refuses anything but a path with user and group', async () => {
    await expect(run(`${folder}=node`)).rejects.toMatchObject({ exitCode: 2 });
  });

  it('names a volume that is not mounted', async () => {
    await expect(run(`${folder}/missing=1:1`)).rejects.toThrow(`${folder}/missing is not a folder.`);
  });
});
