import { createHash } from 'node:crypto';
import { imagesByAddress, imagesIn } from '@docfolio/contracts/image';
import { type RenderedMarkdown, renderMarkdown } from '@docfolio/markdown/render';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ImageFactsRepository } from './image-facts.repository.js';
import type { PostRecord } from './post.schema.js';

/** Characters of Markdown whose trees are kept: some hundred usual posts. */
const keptCharacters = 2_000_000;

/** Posts as they are drawn: once for each text that a post has had and for what is known of its images. */
@Injectable()
export class RenderedPosts {
  private readonly kept = new LRUCache<string, RenderedMarkdown>({ maxSize: keptCharacters });

  constructor(private readonly images: ImageFactsRepository) {}

  async of({ id, content }: Pick<PostRecord, 'id' | 'content'>): Promise<RenderedMarkdown> {
    const facts = await this.images.of(imagesIn(content));
    const known = facts.map((image) => Object.values(image).join(' ')).sort();
    const key = `${id}:${createHash('sha256')
      .update([content, ...known].join('\0'))
      .digest('base64')}`;
    let rendered = this.kept.get(key);
    if (!rendered) {
      rendered = renderMarkdown(content, { imageOf: imagesByAddress(facts) });
      this.kept.set(key, rendered, { size: content.length });
    }
    return rendered;
  }
}
