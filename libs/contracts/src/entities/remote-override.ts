import { z } from 'zod';
import { operation, operations } from '../core/operation.js';
import { arrayOf, hostPattern, rules, text, timestamp } from '../core/text.js';
import { type OverriddenPage, overriddenPage, pageProblems, pageRules, type RemotePage, remoteName } from './remote.js';

/** Hours for which a browser loads a remote from a developer's machine. */
export const overrideHours = 8;

/** Prefix of the page parameter that asks for an override: `?mf.blog=http://localhost:4202`. */
export const overrideParameter = 'mf.';

/** Page of the CRM on which an admin confirms an override. */
export const overridePage = '/admin/override';

/** Paths of the web process to which the browser posts the token of a grant, and the end of all its overrides. */
export const overridePath = '/remotes/override';
export const overrideStopPath = '/remotes/override/stop';

/** Id of the page's JSON data block with its overrides: the folder URL by the remote's name. */
export const overridesId = 'overrides';

/** URL of a developer's server, or of the folder of a build on it. */
export const overrideUrl = text()
  .max(200)
  .refine((url) => {
    if (!URL.canParse(url)) return false;
    const { protocol, username, password, search, hash } = new URL(url);
    return /^https?:$/.test(protocol) && [username, password, search, hash].every((part) => part === '');
  }, 'Not an http:// or https:// URL without credentials, query and fragment')
  .meta({
    format: 'uri',
    pattern: `${hostPattern}(?:/[^\\s\\x00-\\x1f\\x7f-\\x9f?#]*)?$`,
    examples: ['http://localhost:4301'],
  });

/** Returns the URL of the folder that a remote is loaded from: by default where a dev server serves it. */
export function overrideFolder(remote: string, url: string): string {
  const { origin, pathname } = new URL(url);
  if (pathname === '/') return `${origin}/remotes/${remote}/`;
  return `${origin}${pathname.replace(/\/*$/, '/')}`;
}

/** Maximum number of pages that a grant contains, and bytes of their JSON: the token has to fit into a cookie. */
export const overriddenPagesLimit = 10;
const overriddenPagesSize = 1_000;

const sizeOf = (pages: readonly OverriddenPage[]) => new TextEncoder().encode(JSON.stringify(pages)).length;

/** Returns what a grant contains of a remote's pages: the first ones, as many as fit. */
export function overriddenPagesOf(pages: readonly RemotePage[]): OverriddenPage[] {
  const fitting = pages.slice(0, overriddenPagesLimit).map(({ path, title, nav }) => ({ path, title, nav }));
  while (sizeOf(fitting) > overriddenPagesSize) fitting.pop();
  return fitting;
}

const tooLong = `At most ${overriddenPagesSize} bytes of pages`;

const override = z
  .strictObject({
    remote: remoteName,
    url: overrideUrl,
    /** Pages of the remote as the developer's machine serves it. Undefined: those of the deployed build. */
    pages: arrayOf(overriddenPage)
      .max(overriddenPagesLimit, `At most ${overriddenPagesLimit} pages`)
      .refine((pages) => sizeOf(pages) <= overriddenPagesSize, tooLong)
      .meta(rules(tooLong))
      .optional(),
  })
  .superRefine(({ remote, pages }, context) => {
    for (const { page, message } of pageProblems(remote, pages ?? []))
      context.addIssue({ code: 'custom', path: ['pages', page], message });
  })
  .meta(pageRules);
export type RemoteOverride = z.output<typeof override>;

export const remoteOverrides = operations({
  grant: operation({
    service: 'gateway',
    method: 'POST',
    path: '/admin/remote-overrides',
    access: 'admin',
    input: override,
    output: z.object({
      /** Valid for 8 hours, while the admin stays signed in. */
      token: z.string(),
    }),
    summary: 'Grant this browser that it loads a remote from a developer’s machine.',
  }),
  check: operation({
    service: 'gateway',
    method: 'POST',
    path: '/remote-overrides/check',
    access: 'public',
    input: z.strictObject({ token: text().min(1).max(2_500) }),
    output: z.object({
      remote: remoteName,
      url: overrideUrl,
      pages: z.array(overriddenPage).optional(),
      expires_at: timestamp,
    }),
    summary: 'Check the token of an override.',
  }),
});
