import { documentTitle, notFoundRemote, type Page } from '@docfolio/content/pages';
import type { RemoteFiles, RemoteTable } from './remotes.js';

export interface DocumentParts {
  page: Page | undefined;
  table: RemoteTable;
  /** What the page's remote consists of; nothing is preloaded without. */
  files: RemoteFiles | undefined;
}

/** The remote that draws a page, and the 404 page where there is none. */
export const remoteOf = (page: Page | undefined) => page?.remote ?? notFoundRemote;

/**
 * Completes the host's HTML for one page. What the page's remote begins with is preloaded, so that the browser fetches
 * in one go what it would otherwise find out file by file. Its stylesheet too is only preloaded: a stylesheet that
 * hangs would hold up the shell.
 */
export function renderDocument(template: string, { page, table, files }: DocumentParts): string {
  const head = [
    `<title data-initial>${escapeHtml(documentTitle(page))}</title>`,
    ...(page?.description
      ? [`<meta data-initial name="description" content="${escapeHtml(page.description)}">`]
      : ['<meta data-initial name="robots" content="noindex">']),
    ...(files ? preloads(files) : []),
  ];
  return template
    .replace('<!-- head -->', () => head.join('\n    '))
    .replace('id="remotes">{}', () => `id="remotes">${JSON.stringify(table).replaceAll('<', '\\u003c')}`);
}

function preloads({ manifest, scripts, styles }: RemoteFiles): string[] {
  return [
    `<link rel="preload" as="fetch" href="${escapeHtml(manifest)}" crossorigin>`,
    ...scripts.map((file) => `<link rel="preload" as="script" href="${escapeHtml(file)}">`),
    ...styles.map((file) => `<link rel="preload" as="style" href="${escapeHtml(file)}">`),
  ];
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
