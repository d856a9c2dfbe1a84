import { existsSync, readdirSync } from 'node:fs';
import { join, normalize } from 'node:path';
import type { GraphProject } from './boundary-rules.js';
import { readImports, sourceFiles } from './imports.js';

/** A folder with one of these is a feature; one without is something that features share, as a layout. */
const FEATURE_FILE: Record<string, RegExp> = {
  'type:app': /\.page\.tsx$/,
  'type:service': /\.(controller|repository)\.ts$/,
};

function foldersOf(root: string, folder: string): string[] {
  const path = join(root, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
}

/** The folders of `<project>/src` that are features. */
export function featuresOf(root: string, project: GraphProject): string[] {
  const mark = project.tags.map((tag) => FEATURE_FILE[tag]).find(Boolean);
  if (!mark) return [];
  const source = `${project.root}/src`;
  return foldersOf(root, source).filter((name) =>
    sourceFiles(root, `${source}/${name}`).some((file) => mark.test(file)),
  );
}

/** Imports from one feature of an app or service into its sibling. */
export function featureProblems(root: string, projects: GraphProject[]): string[] {
  return projects.flatMap((project) => {
    const features = featuresOf(root, project);
    return features.flatMap((feature) =>
      sourceFiles(root, `${project.root}/src/${feature}`).flatMap((file) =>
        readImports(root, file).flatMap((name) => {
          if (!name.startsWith('.')) return [];
          const target = normalize(join(file, '..', name));
          const sibling = features.find(
            (other) => other !== feature && target.startsWith(`${project.root}/src/${other}/`),
          );
          return sibling ? [`${file}: ${feature} -> ${sibling} (${name}): a feature does not import a sibling`] : [];
        }),
      ),
    );
  });
}
