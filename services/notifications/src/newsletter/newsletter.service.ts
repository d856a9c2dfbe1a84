import type { ListQuery } from '@docfolio/contracts/core/list';
import { ProblemError } from '@docfolio/contracts/core/problem';
import type { NewsletterIssue } from '@docfolio/contracts/entities/newsletter';
import { type EditedPost, posts } from '@docfolio/contracts/entities/post';
import { newId } from '@docfolio/service-kit/identity';
import type { CallContext } from '@docfolio/service-kit/rpc/call-context';
import { RpcClient } from '@docfolio/service-kit/rpc/rpc-client';
import { Injectable } from '@nestjs/common';
import { config } from '../config.js';
import { MailService } from '../mail/mail.service.js';
import { NoOwnerError, OwnerRepository } from '../owner/owner.repository.js';
import { issueText, withFooter } from './issue-mail.js';
import { IssueProgress } from './issue-progress.js';
import { IssueRounds } from './issue-rounds.js';
import { type DeliveriesQuery, NewsletterDeliveryRepository } from './newsletter-delivery.repository.js';
import {
  type IssueFields,
  issueEvent,
  NewsletterIssueRepository,
  type StoredIssue,
  toIssue,
} from './newsletter-issue.repository.js';
import { Recipients } from './recipients.js';

/** ms of a request's deadline that are reserved for the work after a call to another service. */
const remainder = 500;

@Injectable()
export class NewsletterService {
  constructor(
    private readonly issues: NewsletterIssueRepository,
    private readonly deliveries: NewsletterDeliveryRepository,
    private readonly recipients: Recipients,
    private readonly rounds: IssueRounds,
    private readonly progress: IssueProgress,
    private readonly mails: MailService,
    private readonly owner: OwnerRepository,
    private readonly rpc: RpcClient,
  ) {}

  /** Counts the `recipients` who would get a post now, and the deliveries of it that have not failed (`had`). */
  async audience(postId: string) {
    const [all, { had, subscribers }] = await Promise.all([this.recipients.count(), this.deliveries.ofPost(postId)]);
    const still = await this.recipients.still(subscribers);
    return { recipients: Math.max(0, all - still.size), had };
  }

  /** Queues a test email to the owner, or else to the calling admin. @throws ProblemError `not_found` */
  async test(postId: string, call: CallContext): Promise<{ to: string }> {
    const text = issueText(await this.post(postId, call), config.SITE_URL);
    const to = await this.ownerOr(call);
    await this.mails.order({
      eventId: newId(),
      kind: 'newsletter_test',
      to,
      subject: `[Test] ${text.subject}`,
      ...withFooter(text, config.SITE_URL, null),
    });
    return { to };
  }

  /** Sends a post to all without a delivery of it. @throws ProblemError `not_found`; `conflict`: draft or being sent */
  async create(postId: string, call: CallContext): Promise<NewsletterIssue> {
    const post = await this.post(postId, call);
    assertPublished(post);
    const issue = await this.issues.create(
      call.recordId,
      call.bodyHash,
      {
        ...issueText(post, config.SITE_URL),
        ...{ post_id: post.id, post_title: post.title, post_slug: post.slug },
        ...{ state: 'preparing', open: true, moved_at: new Date(), created_by: call.actor?.email ?? null },
      },
      ({ id }) => [issueEvent(id, 'created')],
    );
    if (issue.state !== 'done') await this.rounds.begin(issue);
    return toIssue(issue);
  }

  async list(query: ListQuery & { post_id?: string | undefined }) {
    const { items, ...rest } = await this.issues.listIssues(query);
    return { items: items.map(toIssue), ...rest };
  }

  async get(id: string): Promise<NewsletterIssue> {
    return toIssue(await this.issues.get(id));
  }

  async listDeliveries(query: DeliveriesQuery) {
    await this.issues.get(query.id);
    return this.deliveries.list(query);
  }

  /** Pauses an issue before its next email. Idempotent. @throws ProblemError `not_found`; `conflict` if completed */
  pause(id: string): Promise<NewsletterIssue> {
    return this.change(id, ({ state }) => {
      if (state === 'done') throw new ProblemError('conflict', { detail: 'This issue is done' });
      return state === 'paused' ? null : { state: 'paused' };
    });
  }

  /** Pauses the open issue of an unpublished or deleted post until the owner resumes it. */
  async withdraw(postId: string): Promise<void> {
    const id = await this.issues.openOf(postId);
    if (id) await this.issues.move(id, ({ state, open }) => (open && state !== 'paused' ? { state: 'paused' } : null));
  }

  /** Resumes a paused issue. Idempotent. @throws ProblemError `not_found`; `conflict` if done or the post is a draft */
  async resume(id: string, call: CallContext): Promise<NewsletterIssue> {
    await this.assertStillPublished(id, call);
    return this.change(id, ({ state, prepared, round }) => {
      if (state === 'done') throw new ProblemError('conflict', { detail: 'This issue is done' });
      return state === 'paused' ? { state: prepared ? 'sending' : 'preparing', round: round + 1 } : null;
    });
  }

  /**
   * Sends an issue's failed emails again; if it is paused, once it is resumed.
   * @throws ProblemError `not_found`; `conflict` if the post is a draft or another issue of it is open
   */
  async retry(id: string, call: CallContext): Promise<NewsletterIssue> {
    await this.assertStillPublished(id, call);
    if ((await this.deliveries.standing(id)).failed > 0) {
      // Reopens the issue first: the post may have another open one.
      await this.issues.move(id, ({ state, round }) =>
        state === 'done' || state === 'sending'
          ? { state: 'sending', open: true, finished_at: null, round: round + 1 }
          : null,
      );
      await this.deliveries.retry(id);
      await this.progress.publish(id);
    }
    return this.change(id, () => null);
  }

  private async change(id: string, changes: (issue: StoredIssue) => Partial<IssueFields> | null) {
    const changed = await this.issues.move(id, changes);
    const issue = changed ?? (await this.issues.get(id));
    // Queues even if the issue was already reopened, because its jobs may be lost. Queuing is idempotent.
    if (issue.state === 'sending' || issue.state === 'preparing') await this.rounds.begin(issue);
    return toIssue(issue);
  }

  private async assertStillPublished(id: string, call: CallContext): Promise<void> {
    const { post_id } = await this.issues.get(id);
    try {
      assertPublished(await this.post(post_id, call));
    } catch (error) {
      // The missing record is the post, not the issue: the problem is that the post is not published.
      if (error instanceof ProblemError && error.code === 'not_found') assertPublished({ published: false });
      throw error;
    }
  }

  private async ownerOr({ actor }: CallContext): Promise<string> {
    try {
      return await this.owner.address();
    } catch (error) {
      if (error instanceof NoOwnerError && actor) return actor.email;
      throw error;
    }
  }

  private post(id: string, { requestId, actor, deadline }: CallContext): Promise<EditedPost> {
    return this.rpc.call(posts.get, { id }, { requestId, actor, deadline: deadline - Date.now() - remainder });
  }
}

function assertPublished({ published }: Pick<EditedPost, 'published'>): void {
  if (!published) throw new ProblemError('conflict', { detail: 'Publish the post first' });
}
