import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listPackages } from '../workspace.js';

/** A spec that `npm test` leaves to `npm test -- --slow`, because what it tests takes long by its nature. */
export interface SlowSpec {
  /** Path of the spec, relative to the repository. */
  file: string;
  /** Folder of its package. */
  folder: string;
  /** Files and folders that it tests: `npm run affected` runs it if one of them has changed. */
  subjects: string[];
  /** Spec of `npm test` that covers the ordinary way of the same subject. */
  everyday: string;
}

/** Returns whether a file is a slow spec, by its name. */
export const isSlowSpec = (file: string): boolean => /\.slow\.spec\.tsx?$/.test(file);

/** Returns the words after a tag of a file's first comment. */
function tagged(text: string, tag: string): string[] {
  const comment = /^\/\*\*[\s\S]*?\*\//.exec(text)?.[0] ?? '';
  return [...comment.matchAll(new RegExp(`@${tag} ([^\\n@]*)`, 'g'))].flatMap(([, words = '']) =>
    words.replace('*/', '').trim().split(/\s+/),
  );
}

/** Returns all specs named `*.slow.spec.ts(x)`, sorted, with the tags `@subject` and `@everyday` of their first comments. */
export function listSlowSpecs(root: string): SlowSpec[] {
  return listPackages(root)
    .flatMap(({ folder }) =>
      ['src', 'test'].flatMap((sub) => {
        const path = join(root, folder, sub);
        const files = existsSync(path) ? readdirSync(path, { recursive: true, encoding: 'utf8' }) : [];
        return files.filter((file) => isSlowSpec(file)).map((file) => ({ folder, file: join(folder, sub, file) }));
      }),
    )
    .map(({ folder, file }) => {
      const text = readFileSync(join(root, file), 'utf8');
      return { folder, file, subjects: tagged(text, 'subject'), everyday: tagged(text, 'everyday')[0] ?? '' };
    })
    .sort((a, b) => (a.file < b.file ? -1 : 1));
}

/** Returns a line for each slow spec that names no subject or no everyday spec, or one that does not exist. */
export function slowSpecProblems(root: string, specs = listSlowSpecs(root)): string[] {
  return specs.flatMap(({ file, subjects, everyday }) => {
    const missing = [...subjects, ...(everyday ? [everyday] : [])].filter((path) => !existsSync(join(root, path)));
    return [
      ...(subjects.length === 0 ? [`${file}: its first comment has no @subject`] : []),
      ...(everyday === '' || isSlowSpec(everyday) ? [`${file}: its first comment has no @everyday spec`] : []),
      ...missing.map((path) => `${file}: ${path} does not exist`),
    ];
  });
}

/** Returns the slow specs that have changed, or whose subject has. @param changed paths relative to the repository */
export const slowSpecsFor = (specs: SlowSpec[], changed: string[]): SlowSpec[] =>
  specs.filter(({ file, subjects }) =>
    changed.some(
      (path) => path === file || subjects.some((subject) => path === subject || path.startsWith(`${subject}/`)),
    ),
  );
