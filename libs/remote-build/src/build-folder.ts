import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type BuildFile,
  type BuildRecord,
  buildRecord,
  pagesFile,
  type RemotePage,
  remotePages,
} from '@docfolio/contracts/entities/remote';
import { buildIdOf, sha384, sorted } from './build-id.js';
import { manifestFile, readManifest } from './manifest.js';
import { BuildRefused } from './signed-build.js';

/** File of a build, written by the build preset, with the hash of the modules that it shares with the shell. */
export const contractFile = 'contract.json';

export type BuildOrigin = Pick<BuildRecord, 'remote' | 'commit' | 'subject' | 'created_at' | 'created_by'>;

/**
 * Describes the build in a folder, as written by `remoteConfig` of libs/federation.
 * @param directory contains `mf-manifest.json` and `contract.json`, and `server/server.js` if pages are rendered on the server
 * @throws BuildRefused if one of those two files is missing, a file has a name or size that builds may not have, or the
 *   build's manifest or `pages.json` is not valid
 */
export async function describeBuild(directory: string, origin: BuildOrigin): Promise<BuildRecord> {
  const files = await readFiles(directory);
  for (const required of [manifestFile, contractFile])
    if (!files.some((file) => file.path === required)) throw new BuildRefused(`${required} is missing in ${directory}`);
  readManifest(await readFile(path.join(directory, manifestFile), 'utf8'), { files });
  const contract = await readContract(path.join(directory, contractFile));
  const hasPages = files.some((file) => file.path === pagesFile);
  const pages = hasPages ? readPages(origin.remote, await readFile(path.join(directory, pagesFile), 'utf8')) : [];
  const described = { format: 1 as const, ...origin, contract, files, pages };
  const checked = buildRecord.safeParse({ ...described, build: buildIdOf(described) });
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  const file = issue?.path[0] === 'files' ? files[Number(issue.path[1])]?.path : undefined;
  throw new BuildRefused(`${file ?? issue?.path.join('.')}: ${issue?.message}`);
}

async function readFiles(directory: string): Promise<BuildFile[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files: BuildFile[] = [];
  for (const entry of entries.filter((candidate) => candidate.isFile())) {
    const file = path.join(entry.parentPath, entry.name);
    const bytes = await readFile(file);
    const relative = path.relative(directory, file).split(path.sep).join('/');
    files.push({ path: relative, size: bytes.length, sha384: sha384(bytes) });
  }
  return sorted(files);
}

/** Returns the hash in a build's contract file. @throws BuildRefused if it has none */
export async function readContract(file: string): Promise<string> {
  const { hash } = JSON.parse(await readFile(file, 'utf8')) as { hash?: unknown };
  if (typeof hash !== 'string') throw new BuildRefused(`${file} has no contract hash`);
  return hash;
}

/** Returns the pages in the text of a remote's `pages.json`. @throws BuildRefused that names the page and what is wrong */
export function readPages(remote: string, text: string): RemotePage[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new BuildRefused(`${pagesFile} is not JSON: ${(cause as Error).message}`, { cause });
  }
  const checked = remotePages(remote).safeParse(json);
  if (checked.success) return checked.data;
  const { path: [page, ...field] = [], message } = checked.error.issues[0] ?? {};
  if (page === undefined) throw new BuildRefused(`${pagesFile}: ${message}`);
  const { path: pagePath } = (json as { path?: unknown }[])[Number(page)] ?? {};
  const name = typeof pagePath === 'string' ? pagePath : `number ${Number(page) + 1}`;
  throw new BuildRefused(`${pagesFile}, page ${name}: ${[...field, message].join(': ')}`);
}
