import { z } from 'zod';
import { operation, operations } from './operation.js';
import { remoteName } from './remote.js';
import { text, timestamp } from './text.js';

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
  }, 'Not an http:// or https:// URL without credentials, query and fragment');

/** Returns the URL of the folder that a remote is loaded from: by default where a dev server serves it. */
export function overrideFolder(remote: string, url: string): string {
  const { origin, pathname } = new URL(url);
  if (pathname === '/') return `${origin}/remotes/${remote}/`;
  return `${origin}${pathname.replace(/\/*$/, '/')}`;
}

const override = z.strictObject({ remote: remoteName, url: overrideUrl });
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
    input: z.strictObject({ token: text().min(1).max(1_500) }),
    output: z.object({ remote: remoteName, url: overrideUrl, expires_at: timestamp }),
    summary: 'Check the token of an override.',
  }),
});
