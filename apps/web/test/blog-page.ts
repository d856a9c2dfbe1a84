import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { DeploymentFixture } from './deployment-fixture.js';
import { bodyOf } from './rendering-fixture.js';
import type { Answer } from './web-fixture.js';

/** Returns the table of remotes in a page. */
export const tableOf = (html: string) => JSON.parse(/id="remotes">([^<]*)</.exec(html)![1]!);

/** Returns the token of a page that was served; undefined if it has none. */
export function pageTokenOf({ headers }: Pick<Answer, 'headers'>): string | undefined {
  const timing = headers['server-timing'];
  return timing === undefined ? undefined : /^page;desc="([\w.:,-]+)"$/.exec(String(timing))![1];
}

/** Requests the blog. Returns the heading of the rendered page, and the build that its table names. */
export async function blogPage(fixture: DeploymentFixture, headers: Record<string, string> = {}) {
  const answer = await fixture.get('/blog', headers);
  const heading = /<h1>([^<]*)/.exec(bodyOf(answer))?.[1];
  const { build, fallback } = tableOf(answer.text).blog;
  return {
    heading,
    build,
    fallback: typeof fallback === 'string' ? fallback : (fallback?.build ?? fallback?.folder),
    answer,
  };
}

/** Returns the bytes of all files; infinity while folders are being removed. */
export async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => undefined);
  if (!entries) return Number.POSITIVE_INFINITY;
  const sizes = entries.map(async (entry) => {
    if (!entry.isFile()) return 0;
    const found = await stat(path.join(entry.parentPath, entry.name)).catch(() => undefined);
    return found?.size ?? 0;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
