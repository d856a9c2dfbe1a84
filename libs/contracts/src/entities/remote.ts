import { z } from 'zod';
import { entity } from '../core/entity.js';
import { event } from '../core/event.js';
import { itemsOf, listOf, listQuery } from '../core/list.js';
import { liveActions } from '../core/live.js';
import { operation, operations } from '../core/operation.js';
import { arrayOf, line, recordId, requiredLine, rules, text, timestamp } from '../core/text.js';

/** Where the remotes' builds are deployed from: one record per remote, which names the builds that visitors get. */
export const remoteEntity = entity({ collection: 'remotes', service: 'media', cacheTag: 'remotes' });

/** Name of a remote: folder below `/remotes/`, CSS scope, and name in the federation. */
export const remoteName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,30}$/, 'Not the name of a remote')
  .meta({ examples: ['reading-list'] });

/**
 * Names that no remote may have: the platform's own pages or files are below them, or something else is called so. The
 * names of the platform's remotes (site, blog, crm, ops) are taken as well, but their builds can be published.
 */
export const reservedRemoteNames: readonly string[] = [
  ...['about', 'admin', 'auth', 'bookmarks', 'contact', 'mentorship', 'newsletter', 'portfolio', 'privacy', 'services'],
  ...['api', 'assets', 'images', 'override', 'remotes', 'static'],
  ...['shell', 'web'],
];

/**
 * Remotes that run in an admin's session: their code can act as the admin who opens the CRM. A key or a token for all
 * remotes does not cover them.
 */
export const adminRemotes: readonly string[] = ['crm', 'ops'];

/** Id of a build: seven digits of its commit, then eight of the SHA-256 of its files' hashes. */
export const buildId = z
  .string()
  .regex(/^[0-9a-f]{7}-[0-9a-f]{8}$/, 'Not the id of a build')
  .meta({ examples: ['0a1b2c3-4d5e6f70'] });

/** Maximum bytes of one file of a build, and of all its files. */
export const buildFileLimit = 10 * 1024 * 1024;
export const buildSizeLimit = 64 * 1024 * 1024;
/** Maximum number of files of a build. */
export const buildFilesLimit = 2_000;

/** Path of a file below the build's folder, without dot files. */
export const buildFilePath = z
  .string()
  .max(120)
  .regex(/^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/, 'Not the path of a file');

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'Not a SHA-256 hash');

/** A file of a build. `sha384` is base64, as in the `integrity` attribute. */
export const buildFile = z.strictObject({
  path: buildFilePath,
  size: z.int().min(0).max(buildFileLimit),
  sha384: z.string().regex(/^[A-Za-z0-9+/]{64}$/, 'Not a SHA-384 hash'),
});
export type BuildFile = z.output<typeof buildFile>;

/** Groups of the public navigation. */
export const navGroups = ['Guide', 'Reference'] as const;

/** Icons of the public navigation, by their names in Lucide. */
export const navIcons = [
  'book-open',
  'user',
  'layers',
  'mail',
  'graduation-cap',
  'folder-git',
  'pen',
  'bookmark',
] as const;

/** File of a build with its pages, written by the build preset from `src/pages.json`. A build without it has none. */
export const pagesFile = 'pages.json';
/** Maximum number of pages of a build. */
export const remotePagesLimit = 50;

const pageFields = z.strictObject({
  /** Each `:name` segment matches exactly one path segment. */
  path: text().regex(
    /^\/[a-z][a-z0-9-]{0,30}(\/([a-z0-9][a-z0-9-]{0,30}|:[a-z][A-Za-z0-9]{0,30})){0,5}$/,
    'Not a path of up to six lower-case words, such as /reading/:id',
  ),
  title: requiredLine('A page needs a title', 60),
  /** For search engines and link previews. A page without one is not indexed. */
  description: requiredLine('Empty: leave it out', 200).optional(),
  /** Whether the page renders its own breadcrumb, e.g. because its title comes from a record. */
  ownBreadcrumb: z.boolean().optional(),
  /** Whether the page has forms, which browsers without JavaScript post to the page's own URL. */
  hasForms: z.boolean().optional(),
  /** Place in the navigation. */
  nav: z.strictObject({ group: z.enum(navGroups), icon: z.enum(navIcons) }).optional(),
});

const isReachable = ({ path, nav }: { path: string; nav?: unknown }) => !nav || !path.includes(':');
const unreachable = 'A page with a parameter cannot be in the navigation';

/** Page of a remote, below the path with the remote's name. Of several that match a path, the first one is shown. */
export const remotePage = pageFields
  .refine(isReachable, { path: ['nav'], message: unreachable })
  .meta(rules(unreachable));
export type RemotePage = z.output<typeof remotePage>;

/** Page of a remote that a developer's machine serves: what navigation and routing need of it. */
export const overriddenPage = pageFields
  .pick({ path: true, title: true, nav: true })
  .refine(isReachable, { path: ['nav'], message: unreachable })
  .meta(rules(unreachable));
export type OverriddenPage = z.output<typeof overriddenPage>;

const crmPage = 'The CRM has another layout, so its pages are part of the platform';
const opsPage = 'Operations have another layout, so their pages are part of the platform';
const samePath = 'There is another page with this path';
const elsewhere = (remote: string) => `Neither /${remote} nor below it`;
/** The rules of `pageProblems` for the API document. */
export const pageRules = rules(crmPage, opsPage, samePath, elsewhere('{}'));

/** Returns what is wrong with the pages of a remote together. `page` is the index of the page. */
export function pageProblems(
  remote: string,
  pages: readonly Pick<RemotePage, 'path'>[],
): { page: number; message: string }[] {
  const seen = new Set<string>();
  return pages.flatMap(({ path }, page) => {
    if (adminRemotes.includes(remote)) return [{ page, message: remote === 'crm' ? crmPage : opsPage }];
    if (path !== `/${remote}` && !path.startsWith(`/${remote}/`)) return [{ page, message: elsewhere(remote) }];
    const pattern = path.replaceAll(/:[^/]+/g, ':');
    if (seen.has(pattern)) return [{ page, message: samePath }];
    seen.add(pattern);
    return [];
  });
}

/** Returns the schema of the `pages.json` of a remote. */
export function remotePages(remote: string) {
  return arrayOf(remotePage)
    .max(remotePagesLimit, `At most ${remotePagesLimit} pages`)
    .superRefine((pages, context) => {
      for (const { page, message } of pageProblems(remote, pages))
        context.addIssue({ code: 'custom', path: [page], message });
    });
}

const buildFields = z.strictObject({
  format: z.literal(1),
  remote: remoteName,
  build: buildId,
  /** The source's commit in full; forty zeros outside a repository. */
  commit: z.string().regex(/^[0-9a-f]{40}$/, 'Not a commit'),
  /** First line of the commit's message. */
  subject: line(200),
  /** SHA-256 of the shared modules that the build expects from the shell (libs/federation, build/contract.mjs). */
  contract: sha256,
  created_at: timestamp,
  /** Who built it, as git or the CI names them. */
  created_by: line(200),
  files: z.array(buildFile).min(1).max(buildFilesLimit),
  pages: z.array(remotePage).max(remotePagesLimit).default([]),
});

/** Describes a build completely. Its JSON text is signed, so that nobody who can write the object store can change it. */
export const buildRecord = buildFields.superRefine(({ remote, pages }, context) => {
  for (const { page, message } of pageProblems(remote, pages))
    context.addIssue({ code: 'custom', path: ['pages', page], message });
});
export type BuildRecord = z.output<typeof buildRecord>;

/** A build record as it was signed: `record` is the exact JSON text, `signature` its Ed25519 signature in base64url. */
export const signedBuild = z.object({
  record: text().min(2).max(600_000),
  /** First 16 hexadecimal digits of the SHA-256 of the public key. */
  key_id: z
    .string()
    .regex(/^[0-9a-f]{16}$/, 'Not the id of a key')
    .meta({ examples: ['0123456789abcdef'] }),
  signature: z
    .string()
    .regex(/^[A-Za-z0-9_-]{86}$/, 'Not a signature')
    .meta({ examples: ['a1B2'.repeat(21).padEnd(86, 'c')] }),
});
export type SignedBuild = z.output<typeof signedBuild>;

/** Percentage of visitors that get a new build. */
export const share = z.int('A whole number').min(1, 'At least 1 %').max(100, 'At most 100 %');

/**
 * The builds of a remote that the web process serves. A `null` is the build that was delivered with the web process
 * (`apps/<name>/dist`).
 */
export const remoteState = z.object({
  name: remoteName,
  current: buildId.nullable(),
  /** The build that pages fall back to when the current one fails; null also if there is none. */
  previous: buildId.nullable(),
  /** A build that only visitors with a bucket below `percent` get. */
  canary: z.object({ build: buildId, percent: share }).nullable(),
  /** Builds that no new page gets, but that pages opened within the last 24 hours may still load chunks of. */
  retired: z.array(buildId),
});
export type RemoteState = z.output<typeof remoteState>;

/** Hours for which a build that was replaced is still served to pages that are open. */
export const retiredHours = 24;

/** When a canary is raised or rolled back without a person. */
export const autoPromotion = z.object({
  /** Minutes between 10, 50 and 100 %; null if it is only rolled back, never raised. */
  minutes: z
    .number()
    .min(0.01)
    .max(7 * 24 * 60)
    .nullable(),
});

/** A remote's record in the CRM. `version` is for optimistic locking: 0 for a remote that was never promoted. */
export const managedRemote = remoteState.extend({
  version: z.int().min(0),
  /** While pinned, nothing can be promoted; a rollback is possible. */
  pinned: z.boolean(),
  canary: z.object({ build: buildId, percent: share, since: timestamp, auto: autoPromotion.nullable() }).nullable(),
  updated_at: timestamp.nullable(),
});
export type ManagedRemote = z.output<typeof managedRemote>;

/** A published build in lists. */
export const buildSummary = buildFields
  .pick({ remote: true, build: true, commit: true, subject: true, contract: true, created_at: true, created_by: true })
  .strip()
  .extend({
    published_at: timestamp,
    /** Bytes of all files. */
    size: z.int(),
    /** Whether all files have arrived. */
    complete: z.boolean(),
    key_id: z.string(),
  });
export type BuildSummary = z.output<typeof buildSummary>;

/** A build that visitors should get and that a web process does not serve. `reason` is a sentence without a full stop. */
export const unservedBuild = z.object({ remote: remoteName, build: buildId, reason: z.string() });
export type UnservedBuild = z.output<typeof unservedBuild>;

export const remoteActions = ['promoted', 'canary', 'rolled_back', 'pinned', 'unpinned'] as const;

/** An entry of the deployment history. */
export const remoteChange = z.object({
  id: recordId,
  remote: remoteName,
  at: timestamp,
  /** Email of the admin, or `<name of the API token>`; null if the platform rolled back or raised a canary itself. */
  who: z.string().nullable(),
  action: z.enum(remoteActions),
  /** The build before and after; null for the build delivered with the web process. */
  from: buildId.nullable(),
  to: buildId.nullable(),
  /** Share of visitors that get `to`. */
  percent: share,
  reason: z.string(),
});
export type RemoteChange = z.output<typeof remoteChange>;

/** Result of one check before a promotion. `detail` says what is wrong. */
const check = z.object({ passed: z.boolean(), detail: z.string().nullable() });
export const buildCheck = z.object({
  build: buildId,
  signature: check,
  files: check,
  contract: check.extend({
    build: sha256,
    /** Contract hashes of the shells that run now: more than one during a rolling upgrade. */
    shells: z.array(sha256),
  }),
});
export type BuildCheck = z.output<typeof buildCheck>;

const admin = { service: 'media', access: 'admin', scope: 'remotes:write' } as const;
const ofRemote = { ...admin, scopedBy: 'name' } as const;
const byRemote = z.strictObject({ name: remoteName });
const byBuild = z.strictObject({ name: remoteName, build: buildId });
const reason = line(200).default('');
const edited = z.int().min(0);

export const remoteChangeQuery = listQuery(['-at'], { remote: remoteName.optional() }).omit({ search: true });

export const remotes = operations({
  states: operation({
    service: 'media',
    method: 'GET',
    path: '/remotes',
    access: 'public',
    input: z.strictObject({}),
    output: itemsOf(remoteState),
    cache: ['remotes'],
    summary: 'List the deployed builds of all remotes.',
  }),
  signedBuild: operation({
    service: 'media',
    method: 'GET',
    path: '/remotes/:name/builds/:build',
    access: 'public',
    input: byBuild,
    output: signedBuild,
    summary: 'Get the signed record of a build. Only the web process may: visitors get 404.',
  }),
  list: operation({
    ...admin,
    method: 'GET',
    path: '/admin/remotes',
    input: z.strictObject({}),
    output: itemsOf(managedRemote).extend({
      shells: z.array(sha256),
      unserved: z.array(unservedBuild).default([]),
    }),
    summary:
      'List all remotes with their deployed builds, the contract hashes of the shells that run, and the builds that cannot be served.',
  }),
  builds: operation({
    ...ofRemote,
    method: 'GET',
    path: '/admin/remotes/:name/builds',
    input: byRemote,
    output: itemsOf(buildSummary),
    summary: 'List the published builds of a remote, newest first.',
  }),
  publish: operation({
    ...ofRemote,
    method: 'POST',
    path: '/admin/remotes/:name/builds',
    input: byRemote.extend(signedBuild.shape),
    output: z.object({ build: buildId, missing: z.array(buildFilePath) }),
    bodyLimit: 1024 * 1024,
    problems: ['build_refused', 'conflict'],
    summary: 'Publish the signed record of a build. Returns the files to upload.',
  }),
  check: operation({
    ...ofRemote,
    method: 'GET',
    path: '/admin/remotes/:name/builds/:build/check',
    input: byBuild,
    output: buildCheck,
    summary: 'Check whether a build can be promoted: signature, files, and contract with the running shell.',
  }),
  promote: operation({
    ...ofRemote,
    method: 'POST',
    path: '/admin/remotes/:name/promote',
    input: byBuild.extend({
      percent: share.default(100),
      auto: autoPromotion.optional(),
      reason,
      version: edited,
    }),
    output: managedRemote,
    problems: ['build_refused', 'conflict'],
    summary: 'Deploy a build to all visitors, or to a share of them.',
  }),
  rollBack: operation({
    ...ofRemote,
    method: 'POST',
    path: '/admin/remotes/:name/rollback',
    input: byRemote.extend({ build: buildId.nullable().optional(), reason, version: edited }),
    output: managedRemote,
    problems: ['build_refused', 'conflict'],
    summary: 'End the canary; without one, deploy an earlier build: by default the one before the current.',
  }),
  pin: operation({
    ...ofRemote,
    method: 'POST',
    path: '/admin/remotes/:name/pin',
    input: byRemote.extend({ pinned: z.boolean(), version: edited }),
    output: managedRemote,
    summary: 'Forbid promotions of a remote, or allow them again.',
  }),
  changes: operation({
    ...admin,
    scopedBy: 'remote',
    method: 'GET',
    path: '/admin/remote-changes',
    input: remoteChangeQuery,
    output: listOf(remoteChange),
    summary: 'List the changes of deployed builds, newest first.',
  }),
});

/** Path below /api/v1 from which the web process fetches a file of a build. The query `path` names the file. */
export const buildFilesPath = '/remotes/:name/builds/:build/files';
/** Path below /api/v1 to which a file of a build is uploaded (`application/octet-stream`). The query `path` names it. */
export const buildUploadPath = `/admin${buildFilesPath}`;

/** Key of the Redis sorted set of the running shells' contract hashes, scored by the time (ms) at which they expire. */
export const shellContracts = 'docfolio:shell-contracts';
/** Milliseconds between two announcements of a shell's contract hash, and until one expires. */
export const shellContractInterval = 30_000;
export const shellContractLifetime = 90_000;

/** A remote's deployed builds changed, or a build was published. `id` is the name of the remote. */
export const remoteChanged = event(
  'remote.changed',
  z.object({ id: remoteName, act: z.enum(liveActions).default('changed') }),
  [],
  { drops: ['remotes'], live: ({ id, act }) => [{ topic: 'remotes', id, act }] },
);
