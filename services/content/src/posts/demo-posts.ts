import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newPost } from '@docfolio/contracts/entities/post';
import { z } from 'zod';

const yesOrNo = z.enum(['true', 'false']).transform((word) => word === 'true');

const frontMatter = z.strictObject({
  title: z.string(),
  slug: z.string(),
  excerpt: z.string(),
  category: z.string(),
  tags: z.string().transform((line) =>
    line
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
  days_ago: z.coerce.number().min(0),
  /** Days after seeding at which the draft is to be published. */
  scheduled_in_days: z.coerce.number().positive().optional(),
  featured: yesOrNo.default(false),
  published: yesOrNo.default(true),
  likes: z.coerce.number().int().min(0).default(0),
});

const demoPost = frontMatter.transform(({ days_ago, scheduled_in_days, likes, ...post }) => ({
  days_ago,
  scheduled_in_days,
  likes,
  post,
}));
type Head = z.output<typeof demoPost>;

export interface DemoPost extends Omit<Head, 'post'> {
  post: z.output<typeof newPost>;
}

/** Reads all demo posts of a folder. @throws Error that names the invalid file */
export async function readDemoPosts(folder: string): Promise<DemoPost[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort();
  return Promise.all(names.map(async (name) => parseDemoPost(name, await readFile(join(folder, name), 'utf8'))));
}

/** Parses `key: value` lines between two `---` lines, followed by Markdown. */
export function parseDemoPost(file: string, text: string): DemoPost {
  const [, lines, content] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  if (lines === undefined || content === undefined) throw new Error(`${file}: no front matter between lines of ---`);
  const entries = lines.split('\n').map((line) => {
    const colon = line.indexOf(':');
    if (colon < 1) throw new Error(`${file}: "${line}" is not "key: value"`);
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  const head = demoPost.safeParse(Object.fromEntries(entries));
  if (!head.success) throw new Error(`${file}: ${z.prettifyError(head.error)}`);
  const post = newPost.safeParse({ ...head.data.post, content });
  if (!post.success) throw new Error(`${file}: ${z.prettifyError(post.error)}`);
  return { ...head.data, post: post.data };
}
