import { z } from 'zod';

/** A title or a label: one line. */
export const line = z.string().trim().min(1).max(80);

/** A sentence or a few, as they stand under a title. */
export const sentence = z.string().trim().min(10).max(400);

/** A longer text in one paragraph. */
export const paragraph = z.string().trim().min(20).max(1_200);

/** The fragment of a place on a page. */
export const fragment = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);
