import type { BuildRecord } from '@docfolio/contracts/entities/remote';
import { z } from 'zod';
import { BuildRefused } from './signed-build.js';

/** Manifest of Module Federation, from which the web process reads the build's entry, first chunks and styles. */
export const manifestFile = 'mf-manifest.json';

const assets = z.object({ js: z.object({ sync: z.array(z.string()) }), css: z.object({ sync: z.array(z.string()) }) });

/** The fields of a remote's manifest that are read. */
const manifest = z.object({
  metaData: z.object({
    // A property of `window`: that of a remote with a hyphen in its name has one, too.
    globalName: z.string().regex(/^[A-Za-z_$][\w$-]*$/, 'not the name of a variable'),
    remoteEntry: z.object({ name: z.string().min(1), path: z.string() }),
  }),
  exposes: z.array(z.object({ assets })),
});
export type Manifest = z.output<typeof manifest>;

/** Returns a manifest. @throws ZodError if it is none */
export function parseManifest(json: unknown): Manifest {
  return manifest.parse(json);
}

/** Returns the path of the build's entry. */
export const entryOf = ({ metaData: { remoteEntry } }: Manifest) => `${remoteEntry.path}${remoteEntry.name}`;

/** Returns the files that a page loads first: the entry, scripts and stylesheets. */
export function firstFiles(parsed: Manifest): string[] {
  return [entryOf(parsed), ...parsed.exposes.flatMap(({ assets }) => [...assets.js.sync, ...assets.css.sync])];
}

/** Returns the manifest of a build. @throws BuildRefused if it cannot be read, or names a file that the build lacks */
export function readManifest(text: string, { files }: Pick<BuildRecord, 'files'>): Manifest {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new BuildRefused(`${manifestFile} is not JSON: ${(cause as Error).message}`, { cause });
  }
  const checked = manifest.safeParse(json);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    throw new BuildRefused(
      `${manifestFile} is not a manifest of Module Federation: ${fieldOf(issue)}${issue?.message}`,
    );
  }
  const known = new Set(files.map(({ path }) => path));
  const absent = firstFiles(checked.data).find((file) => !known.has(file));
  if (absent !== undefined) throw new BuildRefused(`${manifestFile} names ${absent}, which the build does not have`);
  return checked.data;
}

const fieldOf = (issue: z.core.$ZodIssue | undefined) => (issue?.path.length ? `${issue.path.join('.')}: ` : '');

/**
 * Checks the list of a build's files.
 * @throws BuildRefused if it has no manifest, or a file (`a`) that another one (`a/b`) needs as a folder
 */
export function assertServable({ files }: Pick<BuildRecord, 'files'>): void {
  const paths = new Set(files.map(({ path }) => path));
  if (!paths.has(manifestFile)) throw new BuildRefused(`${manifestFile} is missing`);
  for (const path of paths) {
    for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
      const folder = path.slice(0, end);
      if (paths.has(folder)) throw new BuildRefused(`${folder} is a file, and ${path} needs it as a folder`);
    }
  }
}
