import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Mustache from 'mustache';
import type { View } from './view.js';

const extension = '.mustache';
const imports = /^import (?:type )?\{([^}]*)\} from '[^']+';\n/gm;

/** Reads the templates, keyed by the path of the file that they make, which may contain placeholders. */
export function readTemplates(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith(extension));
  return new Map(
    files.sort().map((file) => [file.slice(0, -extension.length), readFileSync(join(folder, file), 'utf8')]),
  );
}

/** Returns the identifiers that the templates import from fixed paths. */
export function importedBy(templates: ReadonlyMap<string, string>): Set<string> {
  const lists = [...templates.values()].flatMap((text) => Array.from(text.matchAll(imports), ([, list]) => list!));
  return new Set(lists.flatMap((list) => list.match(/\w+(?=\s*(,|$))/g) ?? []));
}

/** Fills templates: text by path. One that is empty for this entity makes no file. */
export function render(templates: ReadonlyMap<string, string>, view: View): Map<string, string> {
  return fillTemplates(templates, view);
}

/** Fills templates with variables between `tags`, without escaping them. */
export function fillTemplates(
  templates: ReadonlyMap<string, string>,
  view: object,
  tags?: [string, string],
): Map<string, string> {
  const fill = (text: string) => Mustache.render(text, view, undefined, { escape: String, ...(tags && { tags }) });
  const files = Array.from(templates, ([path, text]) => [fill(path), fill(text)] as const);
  return new Map(files.filter(([, text]) => text.trim() !== ''));
}

/** Adds an import at the top, if there is one, and `line` to the list between `start` and the next line that begins with `end`. */
export function addToList(text: string, { start, end, line, importLine }: ListEdit): string {
  const from = text.indexOf(start);
  const at = text.indexOf(`\n${end}`, from);
  if (from < 0 || at < 0) throw new Error(`There is no list between ${start} and ${end}`);
  return `${importLine ? `${importLine}\n` : ''}${text.slice(0, at)}\n${line}${text.slice(at)}`;
}

export interface ListEdit {
  start: string;
  end: string;
  line: string;
  importLine?: string;
}
