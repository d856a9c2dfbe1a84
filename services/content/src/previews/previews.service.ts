import { createHash, randomBytes } from 'node:crypto';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { postSummary } from '@docfolio/contracts/entities/post';
import { type PreviewedPost, previewLifetime, previewPath } from '@docfolio/contracts/entities/post-preview';
import { Injectable } from '@nestjs/common';
import { PostsRepository } from '../posts/posts.repository.js';
import { RenderedPosts } from '../posts/rendered-posts.js';
import { PreviewsRepository } from './previews.repository.js';

const day = 24 * 60 * 60_000;

/** Manages preview links of posts. Anyone with the URL sees the post's current text. */
@Injectable()
export class PreviewsService {
  constructor(
    private readonly previews: PreviewsRepository,
    private readonly posts: PostsRepository,
    private readonly rendered: RenderedPosts,
  ) {}

  /** Creates a preview link; existing ones stay valid. @throws ProblemError `not_found` */
  async create(postId: string) {
    await this.posts.get(postId);
    const token = randomBytes(32).toString('base64url');
    const expires_at = new Date(Date.now() + previewLifetime * day);
    await this.previews.store({ _id: hashOf(token), post_id: postId, expires_at });
    return { path: previewPath(token), expires_at: expires_at.toISOString() };
  }

  /** Returns the post of a preview link. @throws ProblemError `not_found` */
  async read(token: string): Promise<PreviewedPost> {
    const link = await this.previews.find(hashOf(token), new Date());
    if (!link) throw new ProblemError('not_found');
    const post = await this.posts.get(link.post_id);
    return {
      ...postSummary.parse({ ...post, published_at: post.published_at ?? post.updated_at }),
      updated_at: post.updated_at,
      content: post.content,
      ...(await this.rendered.of(post)),
      published: post.published,
      expires_at: link.expires_at.toISOString(),
    };
  }
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
