import { z } from 'zod';

export const line = z.string().trim().min(1).max(80);

export const sentence = z.string().trim().min(10).max(400);

export const paragraph = z.string().trim().min(20).max(1_200);

export const fragment = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);
