import type { PayloadOf } from '@docfolio/contracts/core/event';
import { commentReceived } from '@docfolio/contracts/entities/comment-moderation';
import { type EventMeta, OnEvent } from '@docfolio/service-kit/events/on-event';
import { JobQueue } from '@docfolio/service-kit/jobs/job-queue';
import { Injectable } from '@nestjs/common';
import { config } from '../config.js';
import { mailDigest } from './comment-digest.jobs.js';
import { CommentDigestRepository } from './comment-digest.repository.js';
import { excerptOf } from './digest-mail.js';

@Injectable()
export class CommentSubscriber {
  constructor(
    private readonly digests: CommentDigestRepository,
    private readonly jobs: JobQueue,
  ) {}

  /** Adds a new comment to the open digest, or opens one. When a digest is due, one email lists its comments. */
  @OnEvent(commentReceived)
  async gather({ content, ...comment }: PayloadOf<typeof commentReceived>, { eventId }: EventMeta) {
    const told = { ...comment, excerpt: excerptOf(content) };
    const { _id, due_at } = await this.digests.add(eventId, told, config.COMMENT_DIGEST_SECONDS * 1_000);
    await this.jobs.add(mailDigest, { digest_id: _id }, { id: _id, delay: Math.max(0, due_at.getTime() - Date.now()) });
  }
}
