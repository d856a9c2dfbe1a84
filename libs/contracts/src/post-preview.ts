import { z } from 'zod';
import { operation } from './operation.js';
import { post } from './post.js';
import { byId } from './record-link.js';
import { timestamp } from './text.js';

/** Days that a preview link works. */
export const previewLifetime = 7;

/** Path on the site of a draft's preview: what the link of a token leads to. */
export function previewPath(token: string): string {
  return `/blog/preview/${token}`;
}

/** 256 random bits; only their hash is stored. */
export const previewToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'Not a preview');

/** A post as the public will read it, published or not; a draft is dated by its last edit. */
export const previewedPost = post.extend({ published: z.boolean(), expires_at: timestamp });
export type PreviewedPost = z.output<typeof previewedPost>;

export const postPreviews = {
  create: operation({
    service: 'content',
    method: 'POST',
    path: '/admin/posts/:id/preview-links',
    access: 'admin',
    input: byId,
    output: z.object({ path: z.string(), expires_at: timestamp }),
    summary: `A link under which anybody who has it reads a draft as it stands, for ${previewLifetime} days.`,
  }),
  read: operation({
    service: 'content',
    method: 'GET',
    path: '/previews/:token',
    access: 'public',
    input: z.strictObject({ token: previewToken }),
    output: previewedPost,
    summary: 'The post of a preview link; 404 when the link is not ours or its time is over.',
  }),
};
