import { readFile } from 'node:fs/promises';
import { bookmark } from '@docfolio/contracts/bookmark';
import { testimonial } from '@docfolio/contracts/testimonial';
import { owner } from '@docfolio/site-copy/site';
import { z } from 'zod';

const age = { days_ago: z.number().min(0) };

const said = z.strictObject({
  ...age,
  /** Name of the author. Default: the owner of the site. */
  name: z.string().min(1).default(owner.name),
  email: z.email().optional(),
  text: z.string().min(1),
  approved: z.boolean(),
});
export type DemoComment = z.output<typeof said>;

const demoComments = z.array(said.extend({ post: z.string(), replies: z.array(said).default([]) }));

const demoBookmarks = z.array(
  z.strictObject({
    ...age,
    ...bookmark.pick({ title: true, description: true, category: true, tags: true }).shape,
    url: z.url({ protocol: /^https$/ }),
    featured: z.boolean(),
  }),
);

const demoTestimonials = z.array(
  z.strictObject({
    ...age,
    ...testimonial.pick({ name: true, role: true, company: true, rating: true }).shape,
    text: z.string().min(1),
    approved: z.boolean(),
    featured: z.boolean(),
  }),
);

export const readDemoComments = (file: string) => read(file, demoComments);
export const readDemoBookmarks = (file: string) => read(file, demoBookmarks);
export const readDemoTestimonials = (file: string) => read(file, demoTestimonials);

/** Reads and validates a demo file. @throws Error that names the file and the mistake */
async function read<T extends z.ZodType>(file: string, schema: T): Promise<z.output<T>> {
  const parsed = schema.safeParse(JSON.parse(await readFile(file, 'utf8')));
  if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
