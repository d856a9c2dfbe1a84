import { randomUUID } from 'node:crypto';
import { type InputOf, type Operation, operationKey, type ServiceName } from '@docfolio/contracts/core/operation';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { type Recipient, subscriptions } from '@docfolio/contracts/entities/newsletter';
import { type EditedPost, posts } from '@docfolio/contracts/entities/post';
import { createLogger } from '@docfolio/service-kit/logging';
import { type OperationHandler, OperationRunner } from '@docfolio/service-kit/rpc/operation-runner';
import { RpcServer } from '@docfolio/service-kit/rpc/rpc-server';

const logger = createLogger('test', 'silent');

/** Stand-ins for the content and leads services, from which the newsletter requests posts and recipients. */
export interface NewsletterSources {
  /** Posts of the content service by id. Tests change them. */
  readonly posts: Map<string, EditedPost>;
  /** Recipients of the newsletter, oldest first. Tests change them. */
  readonly recipients: Recipient[];
  addPost(fields?: Partial<EditedPost>): EditedPost;
  subscribe(count: number): Recipient[];
  stop(): Promise<void>;
}

export async function startNewsletterSources(redisUrl: string): Promise<NewsletterSources> {
  const known = new Map<string, EditedPost>();
  const recipients: Recipient[] = [];
  const servers = await Promise.all([
    serve(redisUrl, 'content', [
      [
        posts.get,
        async (input) => {
          const post = known.get((input as { id: string }).id);
          if (!post) throw new ProblemError('not_found');
          return post;
        },
      ],
    ]),
    serve(redisUrl, 'leads', [
      [
        subscriptions.recipients,
        async (input) => {
          const { after, limit } = input as InputOf<typeof subscriptions.recipients>;
          const from = Number(after ?? 0);
          const next = from + limit < recipients.length ? String(from + limit) : null;
          return { items: recipients.slice(from, from + limit), total: recipients.length, total_exact: true, next };
        },
      ],
      [
        subscriptions.stillRecipients,
        async (input) => {
          const { ids } = input as { ids: string[] };
          return { items: recipients.filter(({ id }) => ids.includes(id)) };
        },
      ],
    ]),
  ]);
  return {
    posts: known,
    recipients,
    addPost: (fields = {}) => {
      const post = { ...samplePost(), ...fields };
      known.set(post.id, post);
      return post;
    },
    subscribe: (count) => {
      const first = recipients.length;
      const added = Array.from({ length: count }, (_, index): Recipient => {
        const id = randomUUID();
        const email = `reader-${first + index}@bulk.example`;
        return { id, reader: id, email, name: null, unsubscribe_token: `${id}.${'u'.repeat(43)}` };
      });
      recipients.push(...added);
      return added;
    },
    stop: async () => {
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}

async function serve(redisUrl: string, service: ServiceName, handlers: readonly [Operation, OperationHandler][]) {
  const runner = new OperationRunner(
    handlers.map(([operation]) => operation),
    logger,
  );
  const server = new RpcServer({ service, redisUrl, runner, logger });
  for (const [operation, handler] of handlers) runner.register(operationKey(operation), handler);
  await new Promise<void>((resolve, reject) => {
    server.listen((error) => (error ? reject(error as Error) : resolve()));
  });
  return server;
}

function samplePost(): EditedPost {
  const now = new Date().toISOString();
  return {
    ...{ id: randomUUID(), slug: 'the-outbox', title: 'The outbox', excerpt: 'Why it is in the document.' },
    ...{ category: 'Architecture', tags: [], featured: false, published: true, published_at: now, scheduled_at: null },
    ...{ author_name: 'Alex Morgan', read_time: '1 min read', likes_count: 0, comments_count: 0 },
    ...{ created_at: now, updated_at: now, version: 1 },
    content: 'Read [the first part](/blog/first).\n\n![A drawing](/images/a.png)\n',
  };
}
