import path from 'node:path';
import { ProblemError } from '@docfolio/contracts/core/problem';
import type { Representations } from '@docfolio/edge/representations';
import { normalisePath, pageAt } from '@docfolio/site-copy/pages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { canonicalPath, inLowerCase } from './canonical-path.js';
import { outcomeCookie, readOutcomeCookie, spentCookie } from './forms/outcome-cookie.js';
import { returnedForm } from './forms/returned-form.js';
import { completeHtml, remoteOf } from './html.js';
import { pathOf } from './logged-path.js';
import { ParsedFiles } from './parsed-files.js';
import { type PageParts, ReadyPages } from './ready-pages.js';
import { type Overrides, originsOf, type PageOverrides } from './remotes/overrides.js';
import type { PageTiming } from './remotes/page-timing.js';
import { overridden } from './remotes/remotes.js';
import { visitorBucket } from './remotes/visitor-bucket.js';
import type { FormFields } from './rendering/form-submission.js';
import { type PageContext, Renderer, type RendererOptions, type Template } from './rendering/renderer.js';
import { siteOrigin } from './rendering/site-origin.js';
import { notePage } from './request-metrics.js';
import { contentSecurityPolicy, documentHeaders, secretAddressHeaders } from './security-headers.js';
import { representationsOf, sendText } from './text-response.js';

export interface PageHandlerOptions extends RendererOptions {
  browserDirectory: string;
  overrides: Overrides;
  siteUrl: string | undefined;
  timing: PageTiming;
}

/** ms for the response to a posted form, rendering included; rendering the page after its redirect gets as much. */
const formDeadline = 4_900;
/** Minimum ms for rendering the page of a posted form, even if the gateway has used up the deadline. */
const minRenderTime = 300;

/** Maximum number of cached empty pages; one more clears the cache. There are about as many pages as routes. */
const maxEmptyPages = 100;

/** Handles requests for pages: renders them on the server, or sends empty ones for browsers to render. */
export class PageHandler {
  private readonly emptyPages = new Map<string, Representations>();
  private readonly files = new ParsedFiles();
  private readonly renderer: Renderer;
  /** Pages that can be sent without reading a file. */
  readonly ready: ReadyPages;

  constructor(private readonly options: PageHandlerOptions) {
    this.renderer = new Renderer(options);
    this.ready = new ReadyPages({
      siteUrl: options.siteUrl,
      cached: (key) => this.renderer.cached(key),
      parts: () => this.parts(),
      timing: options.timing,
    });
  }

  warmUp(): Promise<void> {
    return this.renderer.warmUp();
  }

  get = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const confirmation = this.options.overrides.confirmationOf(request.url);
    if (confirmation) return reply.header('cache-control', 'no-store').redirect(confirmation, 303);
    const overrides = await this.options.overrides.ofPage(request, reply);
    let context = await this.contextOf(request, reply, overrides);
    const { pathname, search, template } = context;
    const { page } = context;
    const canonical = canonicalPath(pathname, context.pages);
    if (pathname !== canonical) return reply.redirect(`${canonical}${search}`, 308);
    notePage(request, page?.path);
    await this.setHeaders(request, reply, overrides);
    reply.headers(page?.secretAddress ? secretAddressHeaders : { 'cache-control': 'no-cache' }).code(page ? 200 : 404);
    if (overrides) reply.header('cache-control', 'no-store');

    const sent = request.method === 'GET' ? readOutcomeCookie(request.headers.cookie, pathname) : undefined;
    if (sent) {
      const { form, values } = sent;
      const body = await this.renderer.pageWithForm(request, context, { kind: 'sent', form, values }, formDeadline);
      if (body) {
        reply.header('set-cookie', spentCookie(sent)).header('cache-control', 'no-store');
        return this.send(body, request, reply, context);
      }
    }

    let result = await this.renderer.page(request, context);
    for (const broken = new Set<string>(); result?.kind === 'broken'; ) {
      broken.add(`${remoteOf(context.page)} ${context.files?.build}`);
      context = await this.contextOf(request, reply, overrides, broken);
      // The build that is used instead may have other pages.
      reply.code(context.page ? 200 : 404);
      result = await this.renderer.page(request, context);
    }
    if (result?.kind === 'moved') return reply.redirect(result.location, 301);
    if (result?.kind === 'rendered') {
      const lower = result.status === 404 ? inLowerCase(pathname, context.page) : undefined;
      if (lower !== undefined) return reply.redirect(`${lower}${search}`, 308);
      if (context.page) reply.code(result.status);
      this.ready.add(request, reply, context, result);
      return this.send(result.html, request, reply, context);
    }
    if (result?.kind === 'failed') reply.code(500);
    else if (result) reply.code(result.kind === 'limited' ? 429 : 503).header('retry-after', String(result.retryAfter));
    const html = completeHtml(template.html, context);
    return this.send(overrides ? representationsOf(html) : this.emptyPage(html), request, reply, context);
  };

  /** Returns whether the page at the request's path has forms. */
  hasForms = async (request: FastifyRequest, reply: FastifyReply): Promise<boolean> => {
    const overrides = await this.options.overrides.ofPage(request, reply);
    const { page, pathname } = await this.contextOf(request, reply, overrides);
    return page?.hasForms === true && pathname === normalisePath(pathname);
  };

  /** Handles a form posted to its page: redirects if it was sent, else returns a page with the values and errors. */
  post = async (request: FastifyRequest, reply: FastifyReply, fields: FormFields): Promise<FastifyReply> => {
    const startedAt = performance.now();
    const overrides = await this.options.overrides.ofPage(request, reply);
    const context = await this.contextOf(request, reply, overrides);
    notePage(request, context.page?.path);
    await this.setHeaders(request, reply, overrides);
    reply.header('cache-control', 'no-store');
    const result = await this.renderer.submit(request, context, fields);
    if (!result) throw new ProblemError('method_not_allowed');
    if ('location' in result) {
      const [path = '/'] = result.location.split('#', 1);
      const { form, values } = result.outcome;
      reply.header('set-cookie', outcomeCookie({ path, form, values }, request.protocol === 'https'));
      return reply.redirect(result.location, 303);
    }
    reply.code(result.status);
    if (result.retryAfter !== undefined) reply.header('retry-after', String(result.retryAfter));
    const timeout = Math.max(minRenderTime, Math.round(formDeadline - (performance.now() - startedAt)));
    const body = await this.renderer.pageWithForm(request, context, result.outcome, timeout);
    const fallback = () => representationsOf(returnedForm(context.template.html, context, fields, result.outcome));
    return sendText(body ?? fallback(), request, reply);
  };

  /** Sends a page with a token of its own. */
  private send(
    body: Representations,
    request: FastifyRequest,
    reply: FastifyReply,
    { remotes }: Pick<PageContext, 'remotes'>,
  ): Promise<FastifyReply> {
    const timing = request.method === 'GET' ? this.options.timing.of(remotes) : undefined;
    if (timing !== undefined) reply.header('server-timing', timing);
    return sendText(body, request, reply);
  }

  private async setHeaders(
    request: FastifyRequest,
    reply: FastifyReply,
    overrides: PageOverrides | undefined,
  ): Promise<void> {
    const foreign = await this.options.remotes.foreignOrigins();
    const { origins, sockets } = originsOf(overrides);
    const toConfirm = this.options.overrides.originToConfirm(request.url);
    const policy = contentSecurityPolicy(
      [...new Set([...foreign, ...origins])],
      [...sockets, ...(toConfirm ? [toConfirm] : [])],
    );
    reply.headers(documentHeaders).header('content-security-policy', policy);
  }

  /** Returns the parts of pages; undefined while visitors get different builds, or if the shell has a dev server. */
  private async parts(): Promise<PageParts | undefined> {
    const { remotes, devServers } = this.options;
    if (remotes.hasCanary || devServers.shell) return undefined;
    const { buildHealth } = this.renderer;
    const isBroken = (name: string, build: string) => buildHealth.isBroken(name, build);
    const [template, found] = await Promise.all([this.template(), remotes.ofPage({ bucket: 0, isBroken })]);
    return { template, remotes: found, builds: await this.renderer.buildsOf(found) };
  }

  /** @param broken `<remote> <build>` of builds that failed on the server for this request */
  private async contextOf(
    request: FastifyRequest,
    reply: FastifyReply,
    overrides: PageOverrides | undefined,
    broken?: ReadonlySet<string>,
  ): Promise<PageContext> {
    const { remotes, siteUrl } = this.options;
    const pathname = pathOf(request.url);
    const isBroken = (name: string, build: string) =>
      broken?.has(`${name} ${build}`) || this.renderer.buildHealth.isBroken(name, build);
    const bucket = remotes.hasCanary ? visitorBucket(request, reply) : 0;
    const [template, deployed] = await Promise.all([this.template(), remotes.ofPage({ bucket, isBroken })]);
    const pageRemotes = overrides ? overridden(deployed, overrides) : deployed;
    const { table, pages } = pageRemotes;
    const page = pageAt(pathname, pages);
    const files = pageRemotes.files.get(remoteOf(page));
    const search = request.url.slice(pathname.length);
    return {
      ...{ template, page, pathname, search, files, origin: siteOrigin(siteUrl, request) },
      ...{ remotes: pageRemotes, table, pages, overrides },
    };
  }

  private async template(): Promise<Template> {
    const dev = this.options.devServers.shell;
    if (!dev) {
      return this.files.read(path.join(this.options.browserDirectory, 'index.html'), (html) => ({ html }));
    }
    const response = await fetch(new URL('index.html', dev));
    if (!response.ok) throw new Error(`The shell's dev server responded with ${response.status}`);
    return { html: await response.text() };
  }

  private emptyPage(html: string): Representations {
    let body = this.emptyPages.get(html);
    if (!body) {
      if (this.emptyPages.size >= maxEmptyPages) this.emptyPages.clear();
      body = representationsOf(html);
      this.emptyPages.set(html, body);
    }
    return body;
  }
}
