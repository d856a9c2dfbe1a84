import { z } from 'zod';

/**
 * Markdown as it is drawn: the tree that libs/markdown makes after it has sanitised and highlighted the text, small
 * enough to travel. A string is text; `t` is an element's name, `p` its attributes, `c` what it holds. There is no raw
 * HTML in it, and whoever draws it draws only the elements that libs/markdown names.
 */
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
  // It holds itself: the reference has to call it by a name.
  .meta({ id: 'MarkdownNode' });

/** A heading that a table of contents links. */
export const markdownHeading = z.object({ id: z.string(), text: z.string(), depth: z.int().min(2).max(3) });
export type MarkdownHeading = z.output<typeof markdownHeading>;
