import path from 'node:path';
import { ProblemError } from '@docfolio/contracts/problem';
import type { AddressLimit } from '@docfolio/edge-limits/address-limit';
import { normalisePath, type Page, pageAt } from '@docfolio/site-copy/pages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DevServers } from './config.schema.js';
import { FileCache } from './file-cache.js';
import { outcomeCookie, readOutcomeCookie, spentCookie } from './forms/outcome-cookie.js';
import { returnedForm } from './forms/returned-form.js';
import { completeDocument, type DocumentParts, remoteOf } from './page.js';
import { PageDocument } from './page-document.js';
import type { Remotes } from './remotes.js';
import type { FormFields } from './rendering/form-submission.js';
import type { Invalidations } from './rendering/page-cache.js';
import { RenderedPages } from './rendering/rendered-pages.js';
import { siteOrigin } from './rendering/site-origin.js';
import { contentSecurityPolicy, documentHeaders, secretAddressHeaders } from './security-headers.js';

/** The path of a request. Not by way of URL, to which `//name/` is a host. */
export const pathOf = (url: string) => url.split('?', 1)[0] ?? url;

export interface DocumentsOptions {
  browserDirectory: string;
  /** The host's build that draws pages here. */
  hostFile: string;
  remotes: Remotes;
  devServers: DevServers;
  gatewayUrl: string;
  /** SITE_URL */
  siteUrl: string | undefined;
  invalidations: Invalidations | undefined;
  /** Of pages that are drawn for one address. */
  pageLimit: AddressLimit;
  log: (error: unknown, message: string) => void;
}

/** The host's HTML as it was built; another object when it was built anew. */
export interface Template {
  html: string;
}

/** ms in which a posted form is answered, its page included. */
const formDeadline = 4_900;
/** ms for the page of a form that the gateway took that long to refuse. */
const leastRenderTime = 300;

/** Documents of pages that the browser draws, kept with their compressed forms; there are about as many as pages. */
const keptDocuments = 100;

/**
 * Answers page addresses: 200 where the table of pages has the path, 404 elsewhere. A page is drawn here where its
 * remote can be; otherwise, and where that fails or takes too long, the document is the host's and the browser draws it.
 */
export class Documents {
  readonly #kept = new Map<string, PageDocument>();
  readonly #files = new FileCache();
  readonly #rendered: RenderedPages;

  constructor(private readonly options: DocumentsOptions) {
    this.#rendered = new RenderedPages(options);
  }

  /** Gets ready to draw pages. */
  warmUp(): Promise<void> {
    return this.#rendered.warmUp();
  }

  answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const pathname = pathOf(request.url);
    const search = request.url.slice(pathname.length);
    const page = pageAt(pathname);
    if (page && pathname !== normalisePath(pathname)) {
      return reply.redirect(`${normalisePath(pathname)}${search}`, 308);
    }
    const parts = await this.#parts(request, page);
    await this.#setHeaders(reply);
    reply.headers(page?.secretAddress ? secretAddressHeaders : { 'cache-control': 'no-cache' }).code(page ? 200 : 404);

    const sent = request.method === 'GET' ? readOutcomeCookie(request.headers.cookie, pathname) : undefined;
    if (sent) {
      const { form, values } = sent;
      const outcome = { kind: 'sent', form, values } as const;
      const document = await this.#rendered.withOutcome(request, { ...parts, pathname, search }, outcome, formDeadline);
      if (document) {
        reply.header('set-cookie', spentCookie(sent)).header('cache-control', 'no-store');
        return document.send(request, reply);
      }
    }

    const made = await this.#rendered.of(request, { ...parts, pathname, search });
    if (made?.kind === 'moved') return reply.redirect(made.location, 301);
    if (made?.kind === 'rendered') {
      if (page) reply.code(made.status);
      return made.document.send(request, reply);
    }
    if (made?.kind === 'failed') reply.code(500);
    else if (made) reply.code(made.kind === 'limited' ? 429 : 503).header('retry-after', String(made.retryAfter));
    return this.#keep(completeDocument(parts.template.html, parts)).send(request, reply);
  };

  /**
   * Answers a form that was posted to its page: a redirect when it was sent, otherwise the page with what was typed and
   * what is wrong. Neither is cached.
   */
  answerForm = async (request: FastifyRequest, reply: FastifyReply, fields: FormFields): Promise<FastifyReply> => {
    const pathname = pathOf(request.url);
    const search = request.url.slice(pathname.length);
    const began = performance.now();
    const parts = { ...(await this.#parts(request, pageAt(pathname))), pathname, search };
    await this.#setHeaders(reply);
    reply.header('cache-control', 'no-store');
    const result = await this.#rendered.submit(request, parts, fields);
    if (!result) throw new ProblemError('method_not_allowed');
    const { outcome } = result;
    if ('location' in result) {
      const [path = '/'] = result.location.split('#', 1);
      const { form, values } = result.outcome;
      reply.header('set-cookie', outcomeCookie({ path, form, values }, request.protocol === 'https'));
      return reply.redirect(result.location, 303);
    }
    reply.code(result.status);
    if (result.retryAfter !== undefined) reply.header('retry-after', String(result.retryAfter));
    const timeLimit = Math.max(leastRenderTime, Math.round(formDeadline - (performance.now() - began)));
    const page = await this.#rendered.withOutcome(request, parts, outcome, timeLimit);
    const document = page ?? new PageDocument(returnedForm(parts.template.html, parts, fields, result.outcome));
    return document.send(request, reply);
  };

  async #setHeaders(reply: FastifyReply): Promise<void> {
    const origins = await this.options.remotes.foreignOrigins();
    reply.headers(documentHeaders).header('content-security-policy', contentSecurityPolicy(origins));
  }

  async #parts(request: FastifyRequest, page: Page | undefined): Promise<DocumentParts & { template: Template }> {
    const { remotes, devServers, siteUrl } = this.options;
    const name = remoteOf(page);
    const [template, table, files] = await Promise.all([
      this.#template(),
      remotes.table(),
      devServers[name] ? undefined : remotes.files(name),
    ]);
    return { template, page, table, files, origin: siteOrigin(siteUrl, request) };
  }

  async #template(): Promise<Template> {
    const dev = this.options.devServers.shell;
    if (!dev) {
      return this.#files.read(path.join(this.options.browserDirectory, 'index.html'), (html) => ({ html }));
    }
    const response = await fetch(new URL('index.html', dev));
    if (!response.ok) throw new Error(`The shell's dev server answered ${response.status}`);
    return { html: await response.text() };
  }

  #keep(html: string): PageDocument {
    const known = this.#kept.get(html);
    if (known) return known;
    if (this.#kept.size >= keptDocuments) this.#kept.clear();
    const document = new PageDocument(html);
    this.#kept.set(html, document);
    return document;
  }
}
