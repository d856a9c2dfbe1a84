import type { PageState } from '@docfolio/federation/page-state';
import type { RenderedPage } from '@docfolio/federation/server-build';
import { escapeHtml } from '@docfolio/markdown/escape-html';
import { documentTitle, notFoundRemote, type Page } from '@docfolio/site-copy/pages';
import type { RemoteFiles, RemoteTable } from './remotes.js';

export interface DocumentParts {
  page: Page | undefined;
  table: RemoteTable;
  /** What the page's remote consists of; nothing is preloaded without. */
  files: RemoteFiles | undefined;
  /** Where the site is reached, without a last slash. */
  origin: string;
  /** The page as it was drawn; without, the browser draws it. */
  rendered?: RenderedPage;
}

/** The remote that draws a page, and the 404 page where there is none. */
export const remoteOf = (page: Page | undefined) => page?.remote ?? notFoundRemote;

/**
 * Completes the host's HTML for one page. What the page's remote begins with is preloaded, so that the browser fetches
 * in one go what it would otherwise find out file by file. The remote's stylesheet belongs to a page that is drawn
 * already; for one that isn't it is only preloaded, because a stylesheet that hangs would hold up the shell. The scripts
 * of a drawn page come once it has been shown (src/after-paint.js).
 */
export function completeDocument(template: string, parts: DocumentParts): string {
  const { page, table, files, origin, rendered } = parts;
  const head = [rendered ? marked(rendered.head) : initialHead(page), ...(files ? preloads(files) : [])];
  const styles = files?.styles.map((file) => {
    const href = `href="${escapeHtml(file)}"`;
    if (!rendered) return `<link rel="preload" as="style" ${href}>`;
    // By the second name the remote's entry finds that it is there already.
    return `<link rel="stylesheet" ${href} data-href="${escapeHtml(file.slice(files.folder.length))}">`;
  });
  const state: PageState = { origin, queries: rendered?.queries };
  const withoutScript = rendered
    ? ''
    : '<noscript>This page is drawn in the browser and needs JavaScript.</noscript>\n    ';
  const document = template
    .replace('<!-- head -->', () => head.join('\n    '))
    .replace('<!-- page styles -->', () => styles?.join('\n    ') ?? '')
    .replace('id="remotes">{}', () => `id="remotes">${dataBlock(table)}`)
    .replace('<div id="root"></div>', () => `<div id="root">${rendered?.body ?? ''}</div>`)
    .replace(
      '<!-- state -->',
      () => `${withoutScript}<script type="application/json" id="page-state">${dataBlock(state)}</script>`,
    );
  return rendered ? afterPaint(document) : document;
}

const scriptPreload = '<link rel="preload" as="script"';

/** The scripts of a document as `src/after-paint.js` finds them. */
function afterPaint(document: string): string {
  return document
    .replaceAll(scriptPreload, '<link rel="after-paint" as="script"')
    .replaceAll(/<script defer src="([^"]+)"><\/script>/g, '<link rel="after-paint" as="script" data-run href="$1">');
}

/** What the shell takes away as soon as the page declares its own (src/routing/document-title.ts). */
function initialHead(page: Page | undefined): string {
  const title = `<title data-initial>${escapeHtml(documentTitle(page))}</title>`;
  const other = page?.description
    ? `<meta data-initial name="description" content="${escapeHtml(page.description)}">`
    : '<meta data-initial name="robots" content="noindex">';
  return `${title}\n    ${other}`;
}

/** React adopts the tags; the mark tells them from those that a browser has drawn. Text and attributes hold no `<`. */
function marked(head: string): string {
  return head.replaceAll(/<(title|meta|link)(?=[ >])/g, '<$1 data-rendered=""');
}

function preloads({ manifest, scripts }: RemoteFiles): string[] {
  return [
    `<link rel="preload" as="fetch" href="${escapeHtml(manifest)}" crossorigin>`,
    ...scripts.map((file) => `${scriptPreload} href="${escapeHtml(file)}">`),
  ];
}

/** JSON that can't end the element it stands in. */
function dataBlock(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
