import { createHash } from 'node:crypto';
import { type RenderedMarkdown, renderMarkdown } from '@docfolio/markdown/render';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { PostRecord } from './post.schema.js';

/** Characters of Markdown whose trees are kept: some hundred usual posts. */
const keptCharacters = 2_000_000;

/** Posts as they are drawn: rendered once for each text that a post has had, however often it is read. */
@Injectable()
export class RenderedPosts {
  private readonly kept = new LRUCache<string, RenderedMarkdown>({ maxSize: keptCharacters });

  of({ id, content }: Pick<PostRecord, 'id' | 'content'>): RenderedMarkdown {
    const key = `${id}:${createHash('sha256').update(content).digest('base64')}`;
    let rendered = this.kept.get(key);
    if (!rendered) {
      rendered = renderMarkdown(content);
      this.kept.set(key, rendered, { size: content.length });
    }
    return rendered;
  }
}
