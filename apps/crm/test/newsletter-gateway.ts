import { AdminGateway, idNumber } from '@docfolio/admin/testing/admin-gateway';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { type NewsletterDelivery, type NewsletterIssue, newsletter } from '@docfolio/contracts/entities/newsletter';

export const postId = idNumber(1);

/** Returns newsletter issue number `n` of a post. `changes` replaces fields. */
export function issueNumber(n: number, changes: Partial<NewsletterIssue> = {}): NewsletterIssue {
  const at = new Date(Date.UTC(2026, 10, 20, 12) - n * 3_600_000).toISOString();
  return {
    id: idNumber(100 + n),
    post_id: postId,
    post_title: 'Splitting a ledger',
    post_slug: 'splitting-a-ledger',
    state: 'done',
    recipients: 10,
    waiting: 0,
    sent: 10,
    failed: 0,
    unknown: 0,
    held_up: null,
    created_at: at,
    created_by: 'owner@example.com',
    finished_at: at,
    ...changes,
  };
}

/** A fake gateway with one admin, which serves the newsletter issues of one post and its audience. */
export class NewsletterGateway extends AdminGateway {
  issues: NewsletterIssue[] = [];
  deliveries: NewsletterDelivery[] = [];
  audience = { recipients: 318, had: 4 };

  reset(issues: NewsletterIssue[] = []): void {
    this.resetAll();
    this.issues = issues;
    this.deliveries = [];
    this.audience = { recipients: 318, had: 4 };
    const { server } = this;
    server.on(newsletter.audience, () => ({ json: this.audience }));
    server.on(newsletter.list, () => ({ json: listed(this.issues) }));
    server.on(newsletter.deliveries, ({ query }) => ({
      json: listed(this.deliveries.filter(({ state }) => state === query.state)),
    }));
    server.on(newsletter.test, { json: { to: 'owner@example.com' } });
    server.on(newsletter.create, () => {
      const { recipients } = this.audience;
      const issue = issueNumber(0, { state: 'sending', recipients, waiting: recipients, sent: 0, finished_at: null });
      this.issues = [issue, ...this.issues];
      return { status: 201, json: issue };
    });
    server.on(newsletter.pause, ({ path }) => ({ json: this.change(idIn(path), { state: 'paused' }) }));
    server.on(newsletter.resume, ({ path }) => ({ json: this.change(idIn(path), { state: 'sending' }) }));
    server.on(newsletter.retry, ({ path }) => {
      const { failed } = this.find(idIn(path));
      return { json: this.change(idIn(path), { state: 'sending', waiting: failed, failed: 0 }) };
    });
  }

  /** Changes a stored issue, as the sending service would. */
  change(id: string, changes: Partial<NewsletterIssue>): NewsletterIssue {
    this.issues = this.issues.map((issue) => (issue.id === id ? { ...issue, ...changes } : issue));
    return this.find(id);
  }

  private find(id: string): NewsletterIssue {
    const found = this.issues.find((issue) => issue.id === id);
    if (!found) throw new ProblemError('not_found');
    return found;
  }
}

const idIn = (path: string) => path.split('/').at(-2)!;
const listed = <Item>(items: Item[]) => ({ items, total: items.length, total_exact: true, next: null });
