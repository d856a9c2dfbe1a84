import { createHash } from 'node:crypto';
import { imagesByAddress, imagesIn } from '@docfolio/contracts/entities/image';
import { type RenderedMarkdown, renderMarkdown } from '@docfolio/markdown/render';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ImageFactsRepository } from './image-facts.repository.js';
import type { PostRecord } from './post.schema.js';

/** Total Markdown characters of the cached posts: a few hundred typical ones. */
const cacheSize = 2_000_000;

/** Renders posts, with a cache keyed by post, content and image facts. */
@Injectable()
export class RenderedPosts {
  private readonly cache = new LRUCache<string, RenderedMarkdown>({ maxSize: cacheSize });

  constructor(private readonly images: ImageFactsRepository) {}

  async of({ id, content }: Pick<PostRecord, 'id' | 'content'>): Promise<RenderedMarkdown> {
    const facts = await this.images.of(imagesIn(content));
    const known = facts.map((image) => Object.values(image).join(' ')).sort();
    const key = `${id}:${createHash('sha256')
      .update([content, ...known].join('\0'))
      .digest('base64')}`;
    let rendered = this.cache.get(key);
    if (!rendered) {
      rendered = renderMarkdown(content, { imageOf: imagesByAddress(facts) });
      this.cache.set(key, rendered, { size: content.length });
    }
    return rendered;
  }
}
