import type { OutputOf } from '@docfolio/contracts/core/operation';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { type OverriddenPage, remoteName } from '@docfolio/contracts/entities/remote';
import {
  overrideFolder,
  overrideHours,
  overridePage,
  overrideParameter,
  overrideUrl,
  remoteOverrides,
} from '@docfolio/contracts/entities/remote-override';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from '../logged-path.js';
import { GatewayFetch } from '../rendering/gateway-fetch.js';

/**
 * Name of the cookie with the tokens of a browser's overrides, separated by `~`. With HTTPS it is prefixed, so that other
 * hosts of the site's domain cannot set it.
 */
const cookieName = ({ protocol }: FastifyRequest) => `${protocol === 'https' ? '__Host-' : ''}docfolio_override`;

/** Maximum number of remotes that a browser overrides. */
const maxTokens = 4;
/** Maximum characters of a token with ten pages, and of all: the maximum of a cookie with its name is 4,096 bytes. */
const maxTokenLength = 2_400;
const maxValueLength = 3_900;
const tokenPattern = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** ms that a page waits for the gateway to check a token. */
const checkTimeout = 3_000;
/** ms until a token is checked again, because its admin may have signed out. */
const checkInterval = 60_000;
const maxChecked = 300;

/** The remotes that a browser loads from elsewhere. */
export interface PageOverrides {
  /** Folder URLs by name. */
  folders: Readonly<Record<string, string>>;
  /** Pages by name. A remote is missing if it has those of its deployed build. */
  pages: Readonly<Record<string, readonly OverriddenPage[]>>;
}

type Checked = Pick<OutputOf<typeof remoteOverrides.check>, 'remote' | 'url' | 'pages'>;

interface OverridesOptions {
  /** Origins that remotes may be loaded from. None: overrides are off. */
  origins: readonly string[];
  gatewayUrl: string;
  log: (error: unknown, message: string) => void;
}

/** Decides which remotes a browser loads from a developer's machine: those that an admin has confirmed in it. */
export class Overrides {
  /** Results of checks by token, oldest first; undefined for a refused one. */
  private readonly checked = new Map<string, { result: Checked | undefined; until: number }>();

  constructor(private readonly options: OverridesOptions) {}

  /** Returns the URL of the confirmation page for a page URL that asks for an override; undefined if it asks for none. */
  confirmationOf(url: string): string | undefined {
    if (this.options.origins.length === 0 || !url.includes(overrideParameter)) return undefined;
    const pathname = pathOf(url);
    const search = new URLSearchParams(url.slice(pathname.length));
    for (const [parameter, target] of search) {
      if (!parameter.startsWith(overrideParameter)) continue;
      const remote = parameter.slice(overrideParameter.length);
      if (!remoteName.safeParse(remote).success || !this.isAllowed(target)) continue;
      search.delete(parameter);
      const back = search.size > 0 ? `${pathname}?${search}` : pathname;
      return `${overridePage}?${new URLSearchParams({ remote, url: target, back })}`;
    }
    return undefined;
  }

  /** Returns the origin that the confirmation page fetches the contract hash from; undefined if it is not allowed. */
  originToConfirm(url: string): string | undefined {
    const pathname = pathOf(url);
    const target = new URLSearchParams(url.slice(pathname.length)).get('url');
    return pathname === overridePage && target !== null && this.isAllowed(target) ? new URL(target).origin : undefined;
  }

  /** Returns the overrides of a browser. Removes tokens from its cookie that are not valid any more. */
  async ofPage(request: FastifyRequest, reply: FastifyReply): Promise<PageOverrides | undefined> {
    const value = cookieOf(request);
    if (value === undefined) return undefined;
    const tokens = tokensIn(value);
    const results = await Promise.all(
      tokens.map(async (token) => {
        try {
          return { token, checked: this.allowed(await this.check(token, request)) };
        } catch (error) {
          this.options.log(error, 'override of a remote not checked');
          return { token, checked: undefined, isUnknown: true };
        }
      }),
    );
    // A token that could not be checked is valid again when the gateway is back.
    const kept = results.filter(({ checked, isUnknown }) => checked || isUnknown).map(({ token }) => token);
    if (kept.join('~') !== value) reply.header('set-cookie', setCookie(kept, request));
    const found = results.flatMap(({ checked }) => checked ?? []);
    if (found.length === 0) return undefined;
    return {
      folders: Object.fromEntries(found.map(({ remote, url }) => [remote, overrideFolder(remote, url)])),
      pages: Object.fromEntries(found.flatMap(({ remote, pages }) => (pages ? [[remote, pages]] : []))),
    };
  }

  /**
   * Adds an override to the browser's cookie.
   * @throws ProblemError `token_invalid`, `not_allowed` for an origin that is not listed, `unavailable`
   */
  async start(token: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const checked = isToken(token) && this.options.origins.length > 0 ? await this.check(token, request) : undefined;
    if (!checked) throw new ProblemError('token_invalid');
    if (!this.allowed(checked))
      throw new ProblemError('not_allowed', { detail: `${new URL(checked.url).origin} is not allowed here.` });
    const known = await Promise.all(
      tokensIn(cookieOf(request) ?? '').map(async (each) => ({ each, found: await this.check(each, request) })),
    );
    const others = known.filter(({ found }) => found && found.remote !== checked.remote).map(({ each }) => each);
    const tokens = [...others, token].slice(-maxTokens);
    while (tokens.join('~').length > maxValueLength) tokens.shift();
    reply.header('set-cookie', setCookie(tokens, request));
  }

  /** Removes all overrides from the browser's cookie. */
  stop(request: FastifyRequest, reply: FastifyReply): void {
    reply.header('set-cookie', setCookie([], request));
  }

  private isAllowed(url: string): boolean {
    return overrideUrl.safeParse(url).success && this.options.origins.includes(new URL(url).origin);
  }

  private allowed(checked: Checked | undefined): Checked | undefined {
    return checked && this.isAllowed(checked.url) ? checked : undefined;
  }

  /** Returns what a token overrides; undefined if it is not valid. @throws ProblemError `unavailable` */
  private async check(token: string, request: FastifyRequest): Promise<Checked | undefined> {
    if (this.options.origins.length === 0) return undefined;
    const known = this.checked.get(token);
    if (known && known.until > Date.now()) return known.result;
    const found = await this.askGateway(token, request);
    this.checked.delete(token);
    const [oldest] = this.checked.keys();
    if (oldest !== undefined && this.checked.size >= maxChecked) this.checked.delete(oldest);
    const until = Math.min(Date.now() + checkInterval, found?.expiresAt ?? Number.POSITIVE_INFINITY);
    this.checked.set(token, { result: found, until });
    return found;
  }

  private async askGateway(
    token: string,
    { ip, id }: FastifyRequest,
  ): Promise<(Checked & { expiresAt: number }) | undefined> {
    const signal = AbortSignal.timeout(checkTimeout);
    const { gatewayUrl } = this.options;
    const gateway = new GatewayFetch({ gatewayUrl, address: ip, requestId: String(id), signal });
    const { method, path, output } = remoteOverrides.check;
    try {
      const response = await gateway.fetch(`/api/v1${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token }),
      });
      if (response.ok) {
        const { remote, url, pages, expires_at } = output.parse(await response.json());
        return { remote, url, pages, expiresAt: Date.parse(expires_at) };
      }
      await response.body?.cancel();
      if ([400, 401, 410].includes(response.status)) return undefined;
      throw new Error(`the gateway responded with ${response.status}`);
    } catch (cause) {
      throw new ProblemError('unavailable', { retryAfter: 1, cause });
    }
  }
}

/** Returns the origins of overrides, with those of the WebSockets by which dev servers announce changes. */
export function originsOf(overrides: PageOverrides | undefined): { origins: string[]; sockets: string[] } {
  const origins = [...new Set(Object.values(overrides?.folders ?? {}).map((folder) => new URL(folder).origin))];
  return { origins, sockets: origins.map((origin) => origin.replace(/^http/, 'ws')) };
}

const isToken = (text: string) => text.length <= maxTokenLength && tokenPattern.test(text);

function cookieOf(request: FastifyRequest): string | undefined {
  return new RegExp(`(?:^|; ?)${cookieName(request)}=([^;]*)`).exec(request.headers.cookie ?? '')?.[1];
}

function tokensIn(value: string): string[] {
  return [...new Set(value.split('~').filter(isToken))].slice(-maxTokens);
}

function setCookie(tokens: readonly string[], request: FastifyRequest): string {
  const secure = request.protocol === 'https' ? '; Secure' : '';
  const maxAge = tokens.length > 0 ? overrideHours * 3_600 : 0;
  return `${cookieName(request)}=${tokens.join('~')}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${secure}`;
}
