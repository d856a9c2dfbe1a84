import { z } from 'zod';

/** Rendered Markdown without raw HTML: a text, or an element's name `t`, attributes `p` and children `c`. */
export type MarkdownNode =
  | string
  | { t: string; p?: Record<string, string | number | boolean> | undefined; c?: MarkdownNode[] | undefined };

export const markdownNode: z.ZodType<MarkdownNode> = z
  .lazy(() =>
    z.union([
      z.string(),
      z.object({
        t: z.string(),
        p: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
        c: z.array(markdownNode).optional(),
      }),
    ]),
  )
  // The schema is recursive, so the OpenAPI document needs a name to refer to it.
  .meta({ id: 'MarkdownNode' });

/** A heading of a rendered text, for a table of contents. `depth` is 2 or 3, as in `<h2>` and `<h3>`. */
export const markdownHeading = z.object({ id: z.string(), text: z.string(), depth: z.int().min(2).max(3) });
export type MarkdownHeading = z.output<typeof markdownHeading>;
