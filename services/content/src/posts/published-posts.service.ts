import { type Post, type PostListQuery, type PostSummary, postPageSize, postSummary } from '@docfolio/contracts/post';
import { ProblemError } from '@docfolio/contracts/problem';
import { Injectable } from '@nestjs/common';
import type { PostRecord } from './post.schema.js';
import { PublishedPostsRepository } from './published-posts.repository.js';
import { RenderedPosts } from './rendered-posts.js';

/** Maximum number of related posts (specification, section 9). */
const relatedLimit = 3;

@Injectable()
export class PublishedPostsService {
  constructor(
    private readonly posts: PublishedPostsRepository,
    private readonly rendered: RenderedPosts,
  ) {}

  async list(query: PostListQuery) {
    const { items, total } = await this.posts.page(query);
    return { items: items.map(summaryOf), total, page: query.page, page_size: postPageSize };
  }

  /** Returns a published post. @throws ProblemError `not_found`; `moved` for a former slug */
  async read(slug: string): Promise<Post> {
    const post = await this.published(slug);
    return {
      ...summaryOf(post),
      updated_at: post.updated_at,
      content: post.content,
      ...(await this.rendered.of(post)),
    };
  }

  /** Returns posts of the same category. @throws ProblemError as `read` */
  async related(slug: string) {
    const related = await this.posts.related(await this.published(slug, '/related'), relatedLimit);
    return { items: related.map(summaryOf) };
  }

  /** Returns the previous and the next post by time. @throws ProblemError as `read` */
  async neighbours(slug: string) {
    const { previous, next } = await this.posts.neighbours(await this.published(slug, '/neighbours'));
    return { previous: previous && summaryOf(previous), next: next && summaryOf(next) };
  }

  async categories() {
    return { items: (await this.posts.categories()).sort((a, b) => a.localeCompare(b, 'en')) };
  }

  async feed() {
    const newest = await this.posts.newest();
    const items = newest.map(async (post) => ({
      ...summaryOf(post),
      updated_at: post.updated_at,
      document: (await this.rendered.of(post)).document,
    }));
    return { items: await Promise.all(items) };
  }

  async sitemap() {
    return { items: await this.posts.slugs() };
  }

  /** @param below path after the slug, appended to the redirect */
  private async published(slug: string, below = ''): Promise<PostRecord> {
    const found = await this.posts.findBySlug(slug);
    if (!found) throw new ProblemError('not_found');
    if (found.former) throw new ProblemError('moved', { location: `/posts/${found.post.slug}${below}` });
    return found.post;
  }
}

function summaryOf(post: PostRecord): PostSummary {
  return postSummary.parse(post);
}
