import { ProblemError } from '@docfolio/contracts/core/problem';
import {
  type Post,
  type PostListQuery,
  type PostPage,
  type PostSummary,
  postPageSize,
  postSummary,
} from '@docfolio/contracts/entities/post';
import { Injectable } from '@nestjs/common';
import type { PostRecord } from './post.schema.js';
import { type PostPlace, PublishedPostsRepository } from './published-posts.repository.js';
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
    const post = current(await this.posts.findBySlug(slug));
    return { ...(await this.shown(post)), content: post.content };
  }

  /** Returns what the page of a post shows, except its comments. @throws ProblemError as `read` */
  async page(slug: string): Promise<Omit<PostPage, 'comments'>> {
    const post = current(await this.posts.findBySlug(slug), '/page');
    const [shown, neighbours, related] = await Promise.all([
      this.shown(post),
      this.neighboursOf(post),
      this.relatedOf(post),
    ]);
    return { post: shown, ...neighbours, related };
  }

  /** Returns posts of the same category. @throws ProblemError as `read` */
  async related(slug: string) {
    return { items: await this.relatedOf(current(await this.posts.findPlaceBySlug(slug), '/related')) };
  }

  /** Returns the previous and the next post by time. @throws ProblemError as `read` */
  async neighbours(slug: string) {
    return this.neighboursOf(current(await this.posts.findPlaceBySlug(slug), '/neighbours'));
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

  private async shown(post: PostRecord): Promise<PostPage['post']> {
    return { ...summaryOf(post), updated_at: post.updated_at, ...(await this.rendered.of(post)) };
  }

  private async relatedOf(place: PostPlace): Promise<PostSummary[]> {
    return (await this.posts.related(place, relatedLimit)).map(summaryOf);
  }

  private async neighboursOf(place: PostPlace) {
    const { previous, next } = await this.posts.neighbours(place);
    return { previous: previous && summaryOf(previous), next: next && summaryOf(next) };
  }
}

/** @param below path after the slug, appended to the redirect */
function current<Post extends PostPlace>(found: { post: Post; former: boolean } | undefined, below = ''): Post {
  if (!found) throw new ProblemError('not_found');
  if (found.former) throw new ProblemError('moved', { location: `/posts/${found.post.slug}${below}` });
  return found.post;
}

function summaryOf(post: PostRecord): PostSummary {
  return postSummary.parse(post);
}
