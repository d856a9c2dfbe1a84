import type { FormOutcome, FormResult } from '@docfolio/federation/server-build';
import { TimeoutError, withTimeout } from '@docfolio/process/with-timeout';
import type { FastifyRequest } from 'fastify';
import type { DocumentsOptions, Template } from '../documents.js';
import { loggedPath } from '../logged-path.js';
import { completeDocument, type DocumentParts, remoteOf } from '../page.js';
import { PageDocument } from '../page-document.js';
import { ownRemotes } from '../remotes.js';
import { type FormFields, submitForm } from './form-submission.js';
import { type MadePage, PageCache } from './page-cache.js';
import { renderPage } from './page-renderer.js';
import { PageSource } from './page-source.js';
import { type ServerBuild, ServerBuilds } from './server-builds.js';

/** What is drawn for every path that is no page; nothing of the path that was asked for gets into it. */
const missingPage = '/404';

type PageParts = DocumentParts & { template: Template; pathname: string; search: string };

/** Draws pages in this process, as far as they can be. */
export class RenderedPages {
  readonly #builds: ServerBuilds;
  readonly #cache: PageCache;
  readonly #versions = new WeakMap<object, number>();
  #lastVersion = 0;
  /** By remote and route: there are as many as pages of the table. */
  readonly #sources = new Map<string, PageSource>();

  constructor(private readonly options: DocumentsOptions) {
    const { hostFile, remotes, invalidations, log } = options;
    this.#builds = new ServerBuilds({ hostFile, directory: (name) => remotes.directory(name), log });
    this.#cache = new PageCache(invalidations);
  }

  /** Loads what is there to draw pages with, so that no visitor waits for that. */
  async warmUp(): Promise<void> {
    if (this.options.devServers.shell) return;
    await Promise.all(ownRemotes.map((name) => this.#builds.of(name)));
  }

  /** What became of the page; undefined when the browser is to draw it. Kept pages are nobody's work, and not limited. */
  async of(request: FastifyRequest, parts: PageParts): Promise<MadePage | undefined> {
    const remote = remoteOf(parts.page);
    const build = await this.#build(remote, parts);
    if (!build) return undefined;
    const source = this.#sourceOf(remote, parts);
    try {
      const address = drawnAddress(build, parts);
      const key = this.#key(build, address, parts);
      const kept = this.#cache.get(key);
      if (kept) return kept;
      const wait = this.options.pageLimit.count(request.ip);
      if (wait > 0) return { kind: 'limited', retryAfter: wait, address: request.ip };
      const made = this.#made(key, request.ip, () => this.#make(request, build, remote, address, parts));
      return await withTimeout(made, source.patience);
    } catch (error) {
      const outage = error instanceof TimeoutError ? source.ofLatePage() : undefined;
      if (outage) return outage;
      // Without the query: what people search for is theirs.
      request.log.warn({ err: error, path: loggedPath(parts.pathname) }, 'a page is left to the browser');
      return undefined;
    }
  }

  /** Sends a form that was posted to a page; undefined when the page has none, or its build does not know of forms. */
  async submit(request: FastifyRequest, parts: PageParts, fields: FormFields): Promise<FormResult | undefined> {
    const build = await this.#build(remoteOf(parts.page), parts);
    if (!build) return undefined;
    const { pathname } = parts;
    const { gatewayUrl } = this.options;
    return submitForm({ gatewayUrl, build, pathname, fields, address: request.ip, requestId: String(request.id) });
  }

  /**
   * A page with what became of a form: for one visitor, and cached nowhere. Undefined when it cannot be rendered.
   * @param timeLimit in ms
   */
  async withOutcome(
    request: FastifyRequest,
    parts: PageParts,
    form: FormOutcome,
    timeLimit: number,
  ): Promise<PageDocument | undefined> {
    const remote = remoteOf(parts.page);
    const build = await this.#build(remote, parts);
    if (!build || this.options.pageLimit.count(request.ip) > 0) return undefined;
    const address = drawnAddress(build, parts);
    try {
      const made = await this.#cache.make(() => this.#make(request, build, remote, address, parts, form, timeLimit));
      return made.kind === 'rendered' ? made.document : undefined;
    } catch (error) {
      request.log.warn({ err: error, path: loggedPath(parts.pathname) }, 'a page could not be rendered with its form');
      return undefined;
    }
  }

  async #build(remote: string, { files, table }: PageParts): Promise<ServerBuild | undefined> {
    const { devServers } = this.options;
    if (devServers.shell || !files || !table[remote]?.startsWith('/')) return undefined;
    return this.#builds.of(remote);
  }

  /** The page as it is made for all who ask now. Whoever has joined somebody that is over his limit begins again. */
  async #made(key: string, visitor: string, make: () => Promise<MadePage>): Promise<MadePage> {
    for (;;) {
      const made = await this.#cache.fill(key, make);
      if (made.kind !== 'limited' || made.address === visitor) return made;
    }
  }

  async #make(
    request: FastifyRequest,
    build: ServerBuild,
    remote: string,
    address: string,
    parts: PageParts,
    form?: FormOutcome,
    timeLimit?: number,
  ): Promise<MadePage> {
    const outcome = await renderPage(this.options.gatewayUrl, build, {
      url: address,
      origin: parts.origin,
      remote,
      source: this.#sourceOf(remote, parts),
      address: request.ip,
      requestId: String(request.id),
      form,
      timeLimit,
      log: (err, message) => request.log.warn({ err, path: loggedPath(parts.pathname) }, message),
    });
    if (outcome.kind !== 'rendered') return outcome;
    const html = completeDocument(parts.template.html, { ...parts, rendered: outcome.page });
    return {
      kind: 'rendered',
      status: outcome.status,
      tags: outcome.tags,
      sequence: outcome.sequence,
      age: outcome.age,
      document: new PageDocument(html),
    };
  }

  #sourceOf(remote: string, { page }: PageParts): PageSource {
    const route = `${remote} ${page?.path ?? missingPage}`;
    let source = this.#sources.get(route);
    if (!source) {
      source = new PageSource();
      this.#sources.set(route, source);
    }
    return source;
  }

  /** What a kept page hangs on beside its data: its address, and every build that it is put together from. */
  #key(build: ServerBuild, address: string, { origin, template, table, files }: PageParts): string {
    const versions = [build, template, table, files].map((part) => part && this.#versionOf(part));
    return `${origin}${address} ${versions.join()}`;
  }

  #versionOf(part: object): number {
    let version = this.#versions.get(part);
    if (version === undefined) {
      this.#lastVersion += 1;
      version = this.#lastVersion;
      this.#versions.set(part, version);
    }
    return version;
  }
}

/** What a page is drawn at, and known by: nothing of the query but what the page reads. */
function drawnAddress({ remote }: ServerBuild, { page, pathname, search }: PageParts): string {
  if (!page) return missingPage;
  if (!search || !remote.addressOf) return pathname;
  return remote.addressOf({ pathname, search: new URLSearchParams(search) });
}
