import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RemoteState } from '@docfolio/contracts/entities/remote';
import { BuildRefused } from '@docfolio/remote-build/signed-build';
import { BuildNotes, notesFolder } from './build-notes.js';
import { BuildVerdicts } from './build-verdicts.js';
import { DeployedRemotes } from './deployed-remotes.js';
import type { DownloadedBuild } from './downloaded-builds.js';

const name = { remote: 'reading', build: '0123abc-89abcdef' };
const state: RemoteState = { name: name.remote, current: name.build, previous: null, canary: null, retired: [] };
const secrets = ['ada@example.com', 'sk_live_0123456789', 'hunter2'];
const thrown = `an error that nothing handled: Error: no post for ada@example.com
  at https://feed:hunter2@feeds.example/posts?token=sk_live_0123456789`;

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'docfolio-verdicts-'));
});
afterEach(() => rm(directory, { recursive: true }));

const logged: string[] = [];
const log = (error: unknown, message: string) => void logged.push(`${message}: ${(error as Error).message}`);
const verdictsIn = () =>
  new BuildVerdicts({
    ...{ directory, trialProgram: '', hostFile: '', gatewayUrl: 'http://127.0.0.1', log },
    read: () => Promise.reject(new Error('nothing is tried')),
  });

/** Returns what a web process reports of builds whose verdicts are in the folder. */
async function reported() {
  const downloaded = { record: { ...name, contract: 'c', pages: [] }, files: new Map() } as unknown as DownloadedBuild;
  const deployed = new DeployedRemotes({
    ...{ directory, contract: 'c', log, verdicts: verdictsIn() },
    source: { states: async () => ({ states: [state], sequence: 0 }) } as never,
    builds: { open: async () => downloaded, evict: async () => undefined } as never,
  });
  await deployed.start();
  deployed.stop();
  return deployed.unserved;
}

const masked = 'It is broken: an error that nothing handled: Error: no post for <address> at https://***@feeds.example';

it('What a build threw is masked in the report, in the note on disk and in the log', async () => {
  verdictsIn().markBroken(name, thrown);
  expect(await reported()).toEqual([{ ...name, reason: expect.stringContaining(masked) }]);
  const notes = await Promise.all(
    (await readdir(path.join(directory, notesFolder))).map((file) =>
      readFile(path.join(directory, notesFolder, file), 'utf8'),
    ),
  );
  const all = JSON.stringify([await reported(), notes, logged]);
  for (const secret of secrets) expect(all).not.toContain(secret);
});

it('A URL is masked that is longer than a reason may be', async () => {
  verdictsIn().markBroken(name, `not loaded: https://feed:hunter2${'x'.repeat(400)}@feeds.example/`);
  expect(await reported()).toEqual([{ ...name, reason: 'It is broken: not loaded: https://***@feeds.example/' }]);
});

it('The note of a version that did not mask is masked when it is reported', async () => {
  new BuildNotes(directory, (error) => {
    throw error;
  }).write(name, 'broken', { reason: thrown.replaceAll(/\s+/g, ' ') });
  expect(await reported()).toEqual([{ ...name, reason: expect.stringContaining(masked) }]);
});

it('Other reasons for which a build is not served stay as they are', () => {
  const verdicts = verdictsIn();
  verdicts.markBroken(name, 'it did not end within 6 s');
  expect(() => verdicts.isUsable({ record: name, files: new Map() } as unknown as DownloadedBuild)).toThrow(
    new BuildRefused('It is broken: it did not end within 6 s'),
  );
});
