import { randomUUID } from 'node:crypto';
import { leadCreated } from '@docfolio/contracts/entities/lead';
import { portfolioInquiryCreated } from '@docfolio/contracts/entities/portfolio-inquiry';
import { serviceInquiryCreated } from '@docfolio/contracts/entities/service-inquiry';
import { adminUserChanged } from '@docfolio/contracts/entities/session';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { createdLead as lead } from '../testing/created-lead.js';
import {
  type NotificationsWorld,
  startFolderWorld,
  startNotificationsWorld,
  startSmtpWorld,
} from '../testing/notifications-world.js';
import { startSmtpSink } from '../testing/smtp-sink.js';

let world: NotificationsWorld;
const outbox = () => world.outbox();
const idle = () => world.idle();
const publish: NotificationsWorld['publish'] = (...event) => world.publish(...event);

describe('a new lead', () => {
  beforeAll(async () => {
    world = await startFolderWorld();
  });
  afterEach(() => world.clear());
  afterAll(() => world?.stop());

  it('sends one email to the owner and one to the visitor, however often the event is delivered', async () => {
    const created = lead();
    const id = await publish(leadCreated, { lead: created, by: 'visitor', actor: null });
    await waitFor('two mails', async () => (await outbox()).length === 2);
    // Uses another job id, as if the queue had already removed the first job.
    await publish(leadCreated, { lead: created, by: 'visitor', actor: null }, id, `${id}_again`);
    await waitFor('the queue is worked off', idle);
    const mails = await outbox();
    expect(mails.map(({ to }) => to).sort()).toEqual(['ingrid@fjordline.example', 'owner@example.com']);
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(2);
    for (const { messageId } of mails) expect(messageId).toMatch(/^<[0-9a-f]{32}@docfolio\.example>$/);
    const [toOwner] = mails.filter(({ to }) => to === 'owner@example.com');
    expect(toOwner!.replyTo).toBe('ingrid@fjordline.example');
    expect(toOwner!.source).toContain('Our app dies at sea.');
    expect(toOwner!.source).toContain(`https://docfolio.example/admin/leads/${created.id}`);
    expect(toOwner!.source).toMatch(/^Content-Type: text\/plain/im);
    const [toSender] = mails.filter(({ to }) => to === 'ingrid@fjordline.example');
    expect(toSender!.source).not.toContain('dies at sea');
    expect(toSender!.source).not.toContain('Ingrid');
  });

  it('sends no email if an admin created it', async () => {
    await publish(leadCreated, { lead: lead(), by: 'admin', actor: 'owner@example.com' });
    await publish(leadCreated, { lead: lead({ email: 'after@example.com' }), by: 'visitor', actor: null });
    await waitFor('the mails of the second', async () => (await outbox()).length === 2);
    expect((await outbox()).map(({ source }) => source).join()).not.toContain('ingrid@fjordline.example');
  });

  it('sends two emails if it was created by an inquiry', async () => {
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
    await waitFor('four mails', async () => (await outbox()).length === 4);
    const toOwner = (await outbox()).filter(({ to }) => to === 'owner@example.com').map(({ source }) => source);
    expect(toOwner.join()).toContain('SaaS architecture');
    expect(toOwner.join()).toContain('Nine hundred tenants.');
    expect(toOwner.join()).toContain('Field notes');
  });

  it('is acknowledged at most three times a day per address', async () => {
    for (let index = 0; index < 5; index++) {
      await publish(leadCreated, {
        lead: lead({ email: index % 2 ? 'Victim@example.com' : 'victim@example.com' }),
        by: 'visitor',
        actor: null,
      });
    }
    await waitFor(
      'five mails to the owner',
      async () => (await outbox()).filter(({ to }) => to === 'owner@example.com').length === 5,
    );
    await waitFor('the queue is worked off', idle);
    await waitFor(
      'three acknowledgements',
      async () => (await outbox()).filter(({ to }) => to === 'victim@example.com').length >= 3,
    );
    expect((await outbox()).filter(({ to }) => to === 'victim@example.com')).toHaveLength(3);
  });
});

it('a new lead is reported to the first active admin if no owner is configured, once there is one', async () => {
  world = await startNotificationsWorld();
  await world.start();
  await publish(leadCreated, { lead: lead(), by: 'visitor', actor: null });
  await waitFor('the acknowledgement', async () => (await outbox()).length === 1);
  const admin = (email: string, is_active: boolean, hour: number, changed = hour) => ({
    user_id: randomUUID(),
    email,
    is_active,
    created_at: `2026-01-01T0${hour}:00:00.000Z`,
    changed_at: `2026-01-01T0${changed}:00:00.000Z`,
  });
  const first = admin('first@example.com', false, 1, 3);
  await publish(adminUserChanged, first);
  // An older change that arrives late must not reactivate the admin.
  await publish(adminUserChanged, { ...first, is_active: true, changed_at: first.created_at });
  await waitFor('the changes are known', idle);
  await publish(adminUserChanged, admin('second@example.com', true, 2));
  await waitFor('the mail to the owner', async () => (await outbox()).some(({ to }) => to === 'second@example.com'));
  expect((await outbox()).some(({ to }) => to === 'first@example.com')).toBe(false);
  await world.stop();
});

it('a new lead whose address the mail server refuses is reported to the owner', async () => {
  const smtp = await startSmtpWorld();
  const server = await startSmtpSink(smtp.smtpPort, { refuses: (address) => address === 'ingrid@fjordline.example' });
  await smtp.publish(leadCreated, { lead: lead(), by: 'visitor', actor: null });
  await waitFor('the mail to the owner', async () => server.received.length === 1);
  expect(server.received[0]!.to).toBe('owner@example.com');
  await server.close();
  await smtp.stop();
});
