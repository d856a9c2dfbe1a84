import { overridesId } from '@docfolio/contracts/entities/remote-override';
import type { PageState } from '@docfolio/federation/page-state';
import type { RemoteTable } from '@docfolio/federation/remote-table';
import type { RenderedPage } from '@docfolio/federation/server-build';
import { escapeHtml } from '@docfolio/markdown/escape-html';
import { documentTitle, notFoundRemote, type Page } from '@docfolio/site-copy/pages';
import type { PageOverrides } from './remotes/overrides.js';
import type { PageFile, RemoteFiles } from './remotes/remotes.js';

export interface HtmlParts {
  page: Page | undefined;
  table: RemoteTable;
  /** Pages that the remotes' builds list. */
  pages: readonly Page[];
  /** Files of the page's remote; undefined to preload none. */
  files: RemoteFiles | undefined;
  /** Origin of the site without a trailing slash; empty if unknown. */
  origin: string;
  /** Remotes that this browser loads from a developer's machine; the shell shows them in a badge. */
  overrides?: PageOverrides;
  /** The server-rendered page; undefined if the browser renders it. */
  rendered?: RenderedPage;
}

export const remoteOf = (page: Page | undefined) => page?.remote ?? notFoundRemote;

/**
 * Completes the shell's HTML for a page. Stylesheets are only preloaded if it isn't `rendered`: a hanging one would
 * block the shell. If it is, scripts load after the first paint (apps/shell/src/after-paint.js).
 */
export function completeHtml(template: string, parts: HtmlParts): string {
  const { page, table, pages, files, origin, overrides, rendered } = parts;
  const head = [
    ...(rendered ? [markRendered(rendered.head)] : []),
    // A rendered page without a title gets those of its row, too.
    ...(rendered && /<title[ >]/.test(rendered.head) ? [] : [initialHead(page)]),
    ...(files ? preloads(files) : []),
  ];
  const styles = files?.styles.map((file) => {
    if (!rendered) return `<link rel="preload" as="style" ${attributesOf(file)}>`;
    // By data-href, the remote's entry recognizes that the stylesheet is already loaded.
    return `<link rel="stylesheet" ${attributesOf(file)} data-href="${escapeHtml(file.url.slice(files.folder.length))}">`;
  });
  const state: PageState = { origin, queries: rendered?.queries, pages: pages.length > 0 ? pages : undefined };
  const withoutScript = rendered
    ? ''
    : '<noscript>This page is rendered in the browser and needs JavaScript.</noscript>\n    ';
  const frame = template
    .replace('<!-- head -->', () => head.join('\n    '))
    .replace('<!-- page styles -->', () => styles?.join('\n    ') ?? '');
  return (rendered ? deferScripts(frame) : frame)
    .replace('id="remotes">{}', () => `id="remotes">${dataBlock(table)}`)
    .replace('<div id="root"></div>', () => `<div id="root">${rendered?.body ?? ''}</div>`)
    .replace(
      '<!-- state -->',
      () =>
        `${withoutScript}${dataScript('page-state', state)}${overrides ? dataScript(overridesId, overrides.folders) : ''}`,
    );
}

const scriptPreload = '<link rel="preload" as="script"';
const loadedScript = new RegExp(`${scriptPreload}([^>]+)>|<script defer src="([^"]+)"></script>`, 'g');

/** Id of the list of scripts that apps/shell/src/after-paint.js loads. */
const afterPaintId = 'after-paint';

/** Replaces scripts by a list of their attributes; `run`: it is executed, too. */
function deferScripts(document: string): string {
  const scripts: Record<string, string | true>[] = [];
  const rest = document.replaceAll(loadedScript, (_tag, attributes: string | undefined, src: string | undefined) => {
    if (src !== undefined) scripts.push({ href: src, run: true });
    else {
      const pairs = Array.from(attributes!.matchAll(/([a-z]+)="([^"]*)"/g), ([, name, value]) => [name, value]);
      scripts.push(Object.fromEntries(pairs));
    }
    return '';
  });
  return rest.replace('</head>', () => `${dataScript(afterPaintId, scripts)}</head>`);
}

/** Returns a page without the scripts that load after its first paint. */
export const withoutScripts = (document: string): string =>
  document.replace(new RegExp(`<script type="application/json" id="${afterPaintId}">[^<]*</script>`), '');

/** Returns tags that the shell removes once the page declares its own (apps/shell/src/routing/document-title.ts). */
function initialHead(page: Page | undefined): string {
  const title = `<title data-initial>${escapeHtml(documentTitle(page))}</title>`;
  const other = page?.description
    ? `<meta data-initial name="description" content="${escapeHtml(page.description)}">`
    : '<meta data-initial name="robots" content="noindex">';
  return `${title}\n    ${other}`;
}

/** Marks server-rendered tags, which React adopts. Their text and attributes contain no `<`. */
function markRendered(head: string): string {
  return head.replaceAll(/<(title|meta|link)(?=[ >])/g, '<$1 data-rendered=""');
}

function preloads({ folder, location, scripts }: RemoteFiles): string[] {
  return [
    // The browser fetches the manifest only if the table does not contain the entry.
    ...(typeof location === 'string'
      ? [`<link rel="preload" as="fetch" href="${escapeHtml(folder)}mf-manifest.json" crossorigin>`]
      : []),
    ...scripts.map((file) => `${scriptPreload} ${attributesOf(file)}>`),
  ];
}

/** A file that is preloaded with other attributes than those it is loaded with is loaded twice. */
function attributesOf({ url, integrity }: PageFile): string {
  return `href="${escapeHtml(url)}"${integrity ? ` integrity="${integrity}"` : ''} crossorigin="anonymous"`;
}

const dataScript = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${dataBlock(value)}</script>`;

/** Returns a value as JSON for a script element, escaped so that it cannot end the element. */
function dataBlock(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
