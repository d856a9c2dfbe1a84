import { z } from 'zod';
import { adminOf } from '../core/crud.js';
import { itemsOf } from '../core/list.js';
import { operation, operations } from '../core/operation.js';
import { arrayOf, text } from '../core/text.js';
import { buildId, remoteName } from './remote.js';

/**
 * What a page reports of a remote's build: that it was rendered (`loaded`), that it failed to load or threw before its
 * first render (`failed`), an uncaught error later (`error`, once per page), or the page's Web Vitals (`vitals`).
 */
export const buildResults = ['loaded', 'failed', 'error', 'vitals'] as const;

/** A page's report of one build. It contains nothing about the visitor, the page's address or the error. */
export const buildReport = z.strictObject({
  remote: remoteName,
  /** Null for the build delivered with the web process. */
  build: buildId.nullable(),
  result: z.enum(buildResults),
  /** Largest Contentful Paint in ms; `vitals` only, like the next two. */
  lcp: z.int().min(0).max(60_000).optional(),
  /** Cumulative Layout Shift, without unit. */
  cls: z.number().min(0).max(100).optional(),
  /** Interaction to Next Paint in ms. */
  inp: z.int().min(0).max(60_000).optional(),
});
export type BuildReport = z.output<typeof buildReport>;

/** Share of page loads that may report while there is no canary; with one, all may. */
export const reportShare = 0.1;

/**
 * Token of a served page (libs/remote-build/src/page-token.ts), with which the page's reports count. It comes in the header
 * `Server-Timing` of the page, because the page itself may be cached.
 */
export const pageToken = text()
  .max(2_500)
  .regex(/^[\w.:,-]+$/, 'Not the token of a page');
/** Name of the token's entry in `Server-Timing`. */
export const pageTokenTiming = 'page';
/** Seconds for which the token of a page is valid. */
export const pageTokenLifetime = 60 * 60;

/** Redis hash of the web processes' keys that sign page tokens, by key id: `pageKey` as JSON. */
export const pageKeys = 'docfolio:system:page-keys:web';
/** ms for which a key is known after its last announcement, which is repeated every 30 s: as long as its tokens. */
export const pageKeyLifetime = pageTokenLifetime * 1_000 + 90_000;
export const pageKey = z.object({
  /** SPKI DER in base64. */
  key: z.string(),
  /** ms since the epoch. */
  until: z.number(),
});

const figures = z.object({
  /** Page loads that reported. */
  loads: z.int(),
  /** Share of the loads that failed or had an uncaught error, 0 to 1; null without loads. */
  failure_rate: z.number().nullable(),
  /** 75th percentiles; null without reports. ms, no unit, ms. */
  lcp: z.number().nullable(),
  cls: z.number().nullable(),
  inp: z.number().nullable(),
});
export type BuildFigures = z.output<typeof figures>;

export const buildStatistics = figures.extend({
  build: buildId.nullable(),
  /** The last 24 hours, one entry per hour, oldest first; the last is the current hour. */
  hours: z.array(figures).length(24),
});
export type BuildStatistics = z.output<typeof buildStatistics>;

export const remoteReports = operations({
  report: operation({
    service: 'media',
    method: 'POST',
    path: '/remote-reports',
    access: 'public',
    limit: 'reports',
    input: z.strictObject({
      reports: arrayOf(buildReport).min(1).max(10),
      /** Optional, because pages of earlier versions have none. Without it nothing is counted. */
      token: pageToken.optional(),
    }),
    output: z.object({}),
    bodyLimit: 8 * 1024,
    summary:
      'Report how builds of remotes did in a page. Without personal data. Reports count once, with the token of a page that was served.',
  }),
  statistics: operation({
    ...adminOf('media'),
    method: 'GET',
    path: '/admin/remotes/:name/statistics',
    scope: 'remotes:write',
    scopedBy: 'name',
    input: z.strictObject({ name: remoteName }),
    output: itemsOf(buildStatistics),
    summary: 'Get failure rate and Web Vitals of a remote’s deployed builds in the last 24 hours.',
  }),
});
