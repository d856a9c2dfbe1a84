import { z } from 'zod';

/** A title or label. */
export const line = z.string().trim().min(1).max(80);

/** One or more sentences below a title. */
export const sentence = z.string().trim().min(10).max(400);

export const paragraph = z.string().trim().min(20).max(1_200);

/** A URL fragment. */
export const fragment = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);
