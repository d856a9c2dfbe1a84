import type { z } from 'zod';

/** Returns a value that Redis holds as JSON; undefined if there is none, or another version wrote it in another form. */
export function readStored<T extends z.ZodType>(schema: T, text: string | null | undefined): z.output<T> | undefined {
  if (text === null || text === undefined) return undefined;
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
