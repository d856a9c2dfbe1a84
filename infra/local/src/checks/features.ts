import { existsSync, readdirSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { COMPOSING_FOLDERS, type GraphProject } from './boundary-rules.js';
import { readImports, sourceFiles } from './imports.js';

/** What the folders of one app or service are: features, but for the named ones, which its features share. */
export type SharedFolders = Record<string, string[]>;

/** `<project>/src/<folder>/...`: the folder, or undefined for a file directly in src or elsewhere. */
function folderOf(project: GraphProject, path: string): string | undefined {
  const [folder, ...rest] = path.startsWith(`${project.root}/src/`)
    ? path.slice(project.root.length + 5).split('/')
    : [];
  return rest.length > 0 ? folder : undefined;
}

function problem(project: GraphProject, shared: string[], file: string, name: string): string[] {
  const from = folderOf(project, file);
  const to = folderOf(project, normalize(join(file, '..', name)));
  if (from === undefined || to === undefined || from === to || shared.includes(to)) return [];
  if (from === COMPOSING_FOLDERS[project.root]) return [];
  const why = shared.includes(from)
    ? `${from} is shared by features and knows none of them`
    : 'a feature does not import a sibling';
  return [`${file}: ${from} -> ${to} (${name}): ${why}`];
}

/**
 * Imports from one feature folder of an app or service into its sibling. What several features need lives in a folder
 * named in `shared`, or in a library.
 */
export function featureProblems(root: string, projects: GraphProject[], shared: SharedFolders): string[] {
  const owners = projects.filter(({ tags }) => tags.includes('type:app') || tags.includes('type:service'));
  return owners.flatMap((project) => {
    const source = `${project.root}/src`;
    if (!existsSync(join(root, source)) || readdirSync(join(root, source)).length === 0) return [];
    return sourceFiles(root, source).flatMap((file) =>
      readImports(root, file)
        .filter((name) => name.startsWith('.'))
        .flatMap((name) => problem(project, [...(shared['*'] ?? []), ...(shared[project.root] ?? [])], file, name)),
    );
  });
}
