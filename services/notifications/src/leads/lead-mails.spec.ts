import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DomainEvent, PayloadOf } from '@docfolio/contracts/event';
import { leadCreated } from '@docfolio/contracts/lead';
import { portfolioInquiryCreated } from '@docfolio/contracts/portfolio-inquiry';
import { serviceInquiryCreated } from '@docfolio/contracts/service-inquiry';
import { adminUserChanged } from '@docfolio/contracts/session';
import { type EventData, eventJobId, eventQueue } from '@docfolio/service-kit/events/event-queue';
import { createLogger } from '@docfolio/service-kit/logging';
import { durableJob, openQueue } from '@docfolio/service-kit/queue';
import { closeRedis, connectRedis } from '@docfolio/service-kit/redis';
import { freePort } from '@docfolio/service-kit/testing/backing-server';
import { type ServiceProcess, spawnService } from '@docfolio/service-kit/testing/service-process';
import { startMongo, type TestMongo } from '@docfolio/service-kit/testing/start-mongo';
import { startRedis, type TestRedis } from '@docfolio/service-kit/testing/start-redis';
import mongoose from 'mongoose';
import { SMTPServer } from 'smtp-server';

type CreatedLead = PayloadOf<typeof leadCreated>['lead'];

const lead = (fields: Partial<CreatedLead> = {}): CreatedLead => ({
  id: randomUUID(),
  name: 'Ingrid Solheim',
  email: 'ingrid@fjordline.example',
  phone: null,
  company: 'Fjordline',
  message: 'Our app dies at sea.\n<script>alert(1)</script>',
  source: 'contact',
  budget_range: null,
  timeline: null,
  service_interest: null,
  project_type: null,
  status: 'new',
  created_at: new Date().toISOString(),
  updated_at: new Date().toISOString(),
  ...fields,
});

let redis: TestRedis;
let mongo: TestMongo;
let folder: string;
let running: ServiceProcess[] = [];
let connection: ReturnType<typeof connectRedis>;
let queue: ReturnType<typeof openQueue<EventData>>;

/** Has an event delivered to the service, as its publisher does it. */
async function publish<E extends DomainEvent>(
  event: E,
  payload: PayloadOf<E>,
  id: string = randomUUID(),
): Promise<string> {
  const data = { event_id: id, name: event.name, payload, occurred_at: new Date().toISOString() };
  await queue.add(event.name, data, { ...durableJob, jobId: eventJobId(id, 'notifications') });
  return id;
}

async function startNotifications(env: Record<string, string> = {}): Promise<ServiceProcess> {
  const service = spawnService(join(__dirname, '../../dist'), 'main.js', {
    PATH: process.env.PATH!,
    REDIS_URL: redis.url,
    MONGODB_URI: mongo.uri,
    MONGODB_DATABASE: mongo.dbName,
    SITE_URL: 'https://docfolio.example',
    MAIL_DIR: folder,
    ...env,
  });
  running.push(service);
  await service.ready();
  return service;
}

interface Mail {
  to: string | undefined;
  replyTo: string | undefined;
  messageId: string | undefined;
  source: string;
}

async function outbox(): Promise<Mail[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
  return Promise.all(names.map(async (name) => parse(await readFile(join(folder, name), 'utf8'))));
}

function parse(source: string): Mail {
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(source)?.[1]?.trim();
  return { to: header('To'), replyTo: header('Reply-To'), messageId: header('Message-ID'), source };
}

async function until(condition: () => Promise<boolean>, what: string, limit = 20_000): Promise<void> {
  const giveUp = Date.now() + limit;
  while (!(await condition())) {
    if (Date.now() > giveUp) throw new Error(`${what} did not come true`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const idle = async () => {
  const counts = await queue.getJobCounts('wait', 'active', 'delayed', 'prioritized');
  return Object.values(counts).every((count) => count === 0);
};

beforeEach(async () => {
  [redis, mongo, folder] = await Promise.all([startRedis(), startMongo(), mkdtemp(join(tmpdir(), 'docfolio-mail-'))]);
  connection = connectRedis(redis.url, 'commands', createLogger('test', 'silent'));
  queue = openQueue<EventData>(eventQueue('notifications'), connection);
}, 60_000);

afterEach(async () => {
  await queue.close();
  await closeRedis(connection);
  await Promise.all(running.map((service) => service.stop()));
  running = [];
  await Promise.all([redis.stop(), mongo.stop(), rm(folder, { recursive: true, force: true })]);
});

describe('a new lead', () => {
  it('makes one mail to the owner and one to the sender, however often the event comes', async () => {
    await startNotifications({ OWNER_EMAIL: 'owner@example.com' });
    const created = lead();
    const id = await publish(leadCreated, { lead: created, by: 'visitor', actor: null });
    await until(async () => (await outbox()).length === 2, 'two mails');
    // Under another job id, as after the queue has forgotten the first.
    const data = {
      event_id: id,
      name: leadCreated.name,
      payload: { lead: created, by: 'visitor', actor: null },
      occurred_at: new Date().toISOString(),
    };
    await queue.add(leadCreated.name, data, { ...durableJob, jobId: `${id}_again` });
    await until(idle, 'the queue is worked off');
    const mails = await outbox();
    expect(mails.map(({ to }) => to).sort()).toEqual(['ingrid@fjordline.example', 'owner@example.com']);
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(2);
    const [toOwner] = mails.filter(({ to }) => to === 'owner@example.com');
    expect(toOwner!.replyTo).toBe('ingrid@fjordline.example');
    expect(toOwner!.source).toContain('Our app dies at sea.');
    expect(toOwner!.source).toContain(`https://docfolio.example/admin/leads/${created.id}`);
    expect(toOwner!.source).toMatch(/^Content-Type: text\/plain/im);
    const [toSender] = mails.filter(({ to }) => to === 'ingrid@fjordline.example');
    expect(toSender!.source).not.toContain('dies at sea');
    expect(toSender!.source).not.toContain('Ingrid');
  });

  it('that the owner wrote down makes no mail', async () => {
    await startNotifications({ OWNER_EMAIL: 'owner@example.com' });
    await publish(leadCreated, { lead: lead(), by: 'admin', actor: 'owner@example.com' });
    await publish(leadCreated, { lead: lead({ email: 'after@example.com' }), by: 'visitor', actor: null });
    await until(async () => (await outbox()).length === 2, 'the mails of the second');
    expect((await outbox()).map(({ source }) => source).join()).not.toContain('ingrid@fjordline.example');
  });

  it('that came with an inquiry makes the same two mails', async () => {
    await startNotifications({ OWNER_EMAIL: 'owner@example.com' });
    const asked = lead({ source: 'services', service_interest: 'SaaS architecture', message: 'Nine hundred tenants.' });
    const base = { id: randomUUID(), lead_id: asked.id, created_at: asked.created_at };
    await publish(serviceInquiryCreated, {
      lead: asked,
      inquiry: {
        ...base,
        service_name: 'SaaS architecture',
        specific_requirements: 'Nine hundred tenants.',
        budget_range: null,
        timeline: null,
      },
    });
    await publish(portfolioInquiryCreated, {
      lead: lead({ email: 'hv@kornmark.example', source: 'portfolio', project_type: 'Field notes' }),
      inquiry: { ...base, project_name: 'Field notes', similar_project_interest: 'It', custom_requirements: 'All' },
    });
    await until(async () => (await outbox()).length === 4, 'four mails');
    const toOwner = (await outbox()).filter(({ to }) => to === 'owner@example.com').map(({ source }) => source);
    expect(toOwner.join()).toContain('SaaS architecture');
    expect(toOwner.join()).toContain('Nine hundred tenants.');
    expect(toOwner.join()).toContain('Field notes');
  });

  it('is told to the first active admin where no owner is configured, and waits until there is one', async () => {
    await startNotifications();
    await publish(leadCreated, { lead: lead(), by: 'visitor', actor: null });
    await until(async () => (await outbox()).length === 1, 'the acknowledgement');
    const admin = (email: string, is_active: boolean, hour: number, changed = hour) => ({
      user_id: randomUUID(),
      email,
      is_active,
      created_at: `2026-01-01T0${hour}:00:00.000Z`,
      changed_at: `2026-01-01T0${changed}:00:00.000Z`,
    });
    const first = admin('first@example.com', false, 1, 3);
    await publish(adminUserChanged, first);
    // An older change that comes late does not bring the address back.
    await publish(adminUserChanged, { ...first, is_active: true, changed_at: first.created_at });
    await until(idle, 'the changes are known');
    await publish(adminUserChanged, admin('second@example.com', true, 2));
    await until(async () => (await outbox()).some(({ to }) => to === 'second@example.com'), 'the mail to the owner');
    expect((await outbox()).some(({ to }) => to === 'first@example.com')).toBe(false);
  });

  it('is acknowledged at most three times a day to one address', async () => {
    await startNotifications({ OWNER_EMAIL: 'owner@example.com' });
    for (let index = 0; index < 5; index++) {
      await publish(leadCreated, {
        lead: lead({ email: index % 2 ? 'Victim@example.com' : 'victim@example.com' }),
        by: 'visitor',
        actor: null,
      });
    }
    await until(
      async () => (await outbox()).filter(({ to }) => to === 'owner@example.com').length === 5,
      'five mails to the owner',
    );
    await until(idle, 'the queue is worked off');
    await until(
      async () => (await outbox()).filter(({ to }) => to === 'victim@example.com').length >= 3,
      'three acknowledgements',
    );
    expect((await outbox()).filter(({ to }) => to === 'victim@example.com')).toHaveLength(3);
  });
});

describe('the mail server', () => {
  function sink(port: number, refuse?: (address: string) => boolean) {
    const received: Mail[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onRcptTo: ({ address }, _session, done) =>
        refuse?.(address) ? done(Object.assign(new Error('no such box'), { responseCode: 550 })) : done(),
      onData: (stream, _session, done) => {
        let source = '';
        stream.on('data', (chunk: Buffer) => (source += chunk.toString()));
        stream.on('end', () => {
          received.push(parse(source));
          done();
        });
      },
    });
    return new Promise<{ received: Mail[]; close(): Promise<void> }>((resolve) => {
      server.listen(port, '127.0.0.1', () =>
        resolve({ received, close: () => new Promise((closed) => server.close(() => closed())) }),
      );
    });
  }

  it('may be away: the mails wait and go out once when it is back, through a kill of the service too', async () => {
    const port = await freePort();
    const env = { OWNER_EMAIL: 'owner@example.com', SMTP_URL: `smtp://127.0.0.1:${port}` };
    const first = await startNotifications(env);
    await publish(leadCreated, { lead: lead(), by: 'visitor', actor: null });
    await until(idle, 'the event is worked off');
    await first.kill('SIGKILL');
    await startNotifications(env);
    const server = await sink(port);
    await until(async () => server.received.length >= 2, 'two mails', 40_000);
    expect(new Set(server.received.map(({ messageId }) => messageId)).size).toBe(2);
    expect(server.received.map(({ to }) => to).sort()).toEqual(['ingrid@fjordline.example', 'owner@example.com']);
    expect(await readdir(folder)).toEqual([]);
    await server.close();
  }, 90_000);

  it('may hang: a mail is given back to wait after ten seconds, and the others are not held', async () => {
    const port = await freePort();
    const silent = createServer(() => undefined).listen(port, '127.0.0.1');
    await once(silent, 'listening');
    await startNotifications({ OWNER_EMAIL: 'owner@example.com', SMTP_URL: `smtp://127.0.0.1:${port}` });
    await publish(leadCreated, { lead: lead(), by: 'visitor', actor: null });
    const database = await mongoose.createConnection(mongo.uri, { dbName: mongo.dbName }).asPromise();
    const failed = () => database.collection('mail_deliveries').countDocuments({ last_error: 'ETIMEDOUT' });
    await until(async () => (await failed()) === 2, 'both mails given back', 25_000);
    await database.close();
    silent.close();
  }, 60_000);

  it('may refuse a recipient: that mail is given up, the other goes out', async () => {
    const port = await freePort();
    const server = await sink(port, (address) => address === 'ingrid@fjordline.example');
    await startNotifications({ OWNER_EMAIL: 'owner@example.com', SMTP_URL: `smtp://127.0.0.1:${port}` });
    await publish(leadCreated, { lead: lead(), by: 'visitor', actor: null });
    await until(async () => server.received.length === 1, 'the mail to the owner');
    expect(server.received[0]!.to).toBe('owner@example.com');
    await server.close();
  });
});
