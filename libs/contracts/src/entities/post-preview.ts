import { z } from 'zod';
import { operation, operations } from '../core/operation.js';
import { byId } from '../core/record-link.js';
import { timestamp } from '../core/text.js';
import { post } from './post.js';

/** Days for which a link to a post's preview is valid. */
export const previewLifetime = 7;

export function previewPath(token: string): string {
  return `/blog/preview/${token}`;
}

/** The token in a preview link: 256 random bits in base64url. Only its hash is stored. */
export const previewToken = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/, 'Not a preview')
  .meta({ examples: ['a1B2'.repeat(10).padEnd(43, 'c')] });

/** A post as visitors will see it. A draft's `published_at` is the time of its last edit. */
export const previewedPost = post.extend({ published: z.boolean(), expires_at: timestamp });
export type PreviewedPost = z.output<typeof previewedPost>;

export const postPreviews = operations({
  create: operation({
    service: 'content',
    method: 'POST',
    path: '/admin/posts/:id/preview-links',
    access: 'admin',
    input: byId,
    output: z.object({ path: z.string(), expires_at: timestamp }),
    summary: `Create a link that shows a draft to anyone who has it, for ${previewLifetime} days.`,
  }),
  read: operation({
    service: 'content',
    method: 'GET',
    path: '/previews/:token',
    access: 'public',
    input: z.strictObject({ token: previewToken }),
    output: previewedPost,
    summary: 'Get the post of a preview link. 404 if the link is unknown or expired.',
  }),
});
