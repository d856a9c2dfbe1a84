import { randomUUID } from 'node:crypto';
import { clients } from '@docfolio/contracts/entities/client';
import { conversions } from '@docfolio/contracts/entities/conversion';
import { type Lead, leads } from '@docfolio/contracts/entities/lead';
import { mailFailed, mailSent } from '@docfolio/contracts/entities/mail';
import { portfolioInquiries } from '@docfolio/contracts/entities/portfolio-inquiry';
import { projects } from '@docfolio/contracts/entities/project';
import { serviceInquiries } from '@docfolio/contracts/entities/service-inquiry';
import { type TimelineEntry, timeline, timelineEntry } from '@docfolio/contracts/entities/timeline';
import { peopleTrash } from '@docfolio/contracts/entities/trash';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { ask, make } from '../../testing/leads-world.js';
import { startTimelineWorld, type TimelineWorld } from '../../testing/timeline-world.js';

const owner = 'owner@example.com';
const form = {
  name: 'Ingrid Solheim',
  email: 'ingrid@fjordline.example',
  message: 'Our app dies at sea.',
  source: 'contact' as const,
};

let world: TimelineWorld;
const addLead = () => world.rpc.call(leads.create, { name: 'Mateo', email: 'mateo@example.com' }, make());
const patchLead = (id: string, patch: object) => world.rpc.call(leads.patch, { id, ...patch }, ask());
const kinds = (entries: TimelineEntry[]) => entries.map(({ kind }) => kind);
/** Returns the newest lead. */
const arrived = async (spam: 'hide' | 'only' = 'hide') =>
  (await world.rpc.call(leads.list, { spam }, ask())).items[0] as Lead;

const newestFirst = async (id: string) => (await world.rpc.call(timeline.list, { id }, ask())).items;

/** Waits until the service has handled `count` events about a record. */
async function eventsHandled(count: number, id: string): Promise<void> {
  const ofRecord = async () => (await world.heard()).filter(({ payload }) => JSON.stringify(payload).includes(id));
  await waitFor(`${count} events`, async () => (await ofRecord()).length === count && (await world.isQuiet()));
}

beforeAll(async () => {
  world = await startTimelineWorld();
});
afterAll(() => world?.stop());
beforeEach(async () => {
  await waitFor('the last test is over', () => world.isQuiet());
  for (const name of ['leads', 'clients', 'projects', 'service_inquiries', 'portfolio_inquiries', 'timeline_entries'])
    await world.database.collection(name).deleteMany({});
});

describe("a lead's timeline", () => {
  it('begins with the source of a submitted lead', async () => {
    await world.submit(leads.submit, form);
    const lead = await arrived();
    // Not `entriesOf`: a timeline that is read for a minute gets its first entry without an event, too.
    await eventsHandled(1, lead.id);
    expect(await newestFirst(lead.id)).toEqual([
      {
        id: expect.any(String),
        subject_id: lead.id,
        kind: 'created',
        at: lead.created_at,
        actor: null,
        text: 'contact',
        from: null,
        to: null,
        link: null,
        edited_at: null,
        conversion: null,
        version: 1,
      },
    ]);
  });

  it('begins with the owner for a lead that the owner created', async () => {
    const { id } = await addLead();
    await eventsHandled(1, id);
    expect(await newestFirst(id)).toMatchObject([{ kind: 'created', actor: owner, text: 'direct' }]);
  });

  it('links the inquiry that created the lead, after the creation', async () => {
    const { name, email } = form;
    await world.submit(serviceInquiries.submit, {
      name,
      email,
      service_name: 'SaaS architecture',
      specific_requirements: 'Nine hundred tenants.',
    });
    const inquiry = await world.database.collection<{ _id: string }>('service_inquiries').findOne({});
    const link = { type: 'service_inquiries', id: inquiry!._id, label: 'SaaS architecture' };
    expect(await world.entriesOf((await arrived()).id, 2)).toMatchObject([
      { kind: 'created', text: 'services' },
      { kind: 'service_inquiry', link },
    ]);
    await world.submit(portfolioInquiries.submit, {
      name,
      email,
      project_name: 'Field notes',
      similar_project_interest: 'The shared map.',
      custom_requirements: 'Sixty agronomists.',
    });
    expect(await world.entriesOf((await arrived()).id, 2)).toMatchObject([
      { kind: 'created', text: 'portfolio' },
      { kind: 'portfolio_inquiry', link: { type: 'portfolio_inquiries', label: 'Field notes' } },
    ]);
  });

  it('shows changes, the spam mark and the deletion with their actor, newest first', async () => {
    const { id, version } = await addLead();
    await patchLead(id, { company: 'Quiroga', phone: '1', status: 'contacted', version });
    await patchLead(id, { is_spam: true });
    await world.rpc.call(leads.delete, { id }, ask());
    await expect(world.rpc.call(timeline.list, { id }, ask())).rejects.toMatchObject({ code: 'not_found' });
    await eventsHandled(4, id);
    await world.database.collection<{ _id: string }>('leads').updateOne({ _id: id }, { $set: { deleted_at: null } });
    const items = await newestFirst(id);
    expect(items).toMatchObject([
      { kind: 'deleted', actor: owner },
      { kind: 'spam', actor: owner },
      { kind: 'changed', actor: owner, text: 'phone, company' },
      { kind: 'status', actor: owner, from: 'new', to: 'contacted' },
      { kind: 'created', actor: owner },
    ]);
    for (const item of items) timelineEntry.parse(item);
  });

  it('starts with the creation and the inquiry when the spam mark of a lead is removed', async () => {
    const { name, email } = form;
    const inquiry = { name, email, service_name: 'SaaS architecture', specific_requirements: 'Tenants.' };
    await world.submit(serviceInquiries.submit, { ...inquiry, website: 'http://spam.example' });
    const { id } = await arrived('only');
    await patchLead(id, { is_spam: false });
    expect(kinds(await world.entriesOf(id, 3))).toEqual(['created', 'service_inquiry', 'not_spam']);
    expect((await world.rpc.call(serviceInquiries.list, {}, ask())).total).toBe(1);
  });

  it('shows sent and failed emails', async () => {
    const { id } = await addLead();
    await world.entriesOf(id, 1);
    const mail = { lead_id: id, subject: 'Thank you for your inquiry!', to: 'lead' as const };
    await world.tell(mailSent, { ...mail, id: `${randomUUID()}_lead_owner` });
    await waitFor('the first is handled', () => world.isQuiet());
    const failed = `${randomUUID()}_lead_acknowledgement`;
    await world.tell(mailFailed, { ...mail, id: failed, reason: 'SMTP 550' });
    await world.tell(mailSent, { ...mail, lead_id: null, id: 'newsletter' });
    const entries = await world.entriesOf(id, 3);
    expect(entries.slice(1)).toMatchObject([
      { kind: 'mail_sent', text: 'Thank you for your inquiry!', link: null, actor: null },
      { kind: 'mail_failed', text: mail.subject, link: { type: 'mails', id: failed, label: 'SMTP 550' } },
    ]);
    timelineEntry.array().parse(entries);
  });
});

describe("a client's timeline", () => {
  const convert = (id: string, body: object) => world.rpc.call(conversions.create, { id, ...body }, make());
  const client = { name: 'Mateo Quiroga', email: 'mateo@example.com' };

  it('includes the timeline of the converted lead, and the project once', async () => {
    const lead = await addLead();
    const made = await convert(lead.id, { client, project: { title: 'Bakery', service_type: 'Web' } });
    const project = made.project!;
    await world.rpc.call(projects.patch, { id: project.id, status: 'in_progress' }, ask());
    const entries = await world.entriesOf(made.client!.id, 7);
    expect(kinds(entries).sort()).toEqual(
      ['converted', 'converted', 'created', 'created', 'project', 'project_status', 'status'].sort(),
    );
    const links = entries.filter(({ kind }) => kind === 'converted').map(({ link }) => link);
    expect(links).toEqual([
      { type: 'clients', id: made.client!.id, label: 'Mateo Quiroga' },
      { type: 'projects', id: project.id, label: 'Bakery' },
    ]);
    expect(entries.find(({ subject_id }) => subject_id === made.client!.id)).toMatchObject({
      kind: 'created',
      link: { type: 'leads', id: lead.id, label: 'Mateo' },
    });
    const bakery = { type: 'projects', id: project.id, label: 'Bakery' };
    expect(entries.at(-1)).toMatchObject({ kind: 'project_status', from: 'inquiry', to: 'in_progress', link: bakery });
    // The lead's timeline includes the project, but not the creation of the client.
    const ofLead = await world.entriesOf(lead.id, 6);
    expect(kinds(ofLead)).toEqual(expect.arrayContaining(['project', 'project_status']));
    expect(ofLead).toHaveLength(6);
  });

  it('shows a converted lead on the timeline of an existing client', async () => {
    const known = await world.rpc.call(clients.create, client, make());
    const lead = await addLead();
    await convert(lead.id, { client_id: known.id });
    expect(await world.entriesOf(known.id, 2)).toMatchObject([
      { kind: 'created', actor: owner, link: null },
      { kind: 'converted', actor: owner, link: { type: 'leads', id: lead.id, label: 'Mateo' } },
    ]);
  });

  it('shows changes by field name', async () => {
    const { id, version } = await world.rpc.call(clients.create, client, make());
    await world.rpc.call(clients.patch, { id, version, company: 'Quiroga Hnos', phone: '1' }, ask());
    expect(await world.entriesOf(id, 2)).toMatchObject([
      { kind: 'created' },
      { kind: 'changed', text: 'phone, company' },
    ]);
  });
});

describe("a project's timeline", () => {
  const client = { name: 'Mateo Quiroga', email: 'mateo@example.com' };
  const addProject = () => world.rpc.call(projects.create, { title: 'Bakery', service_type: 'Web' }, make());
  const newestFirst = async (id: string) => (await world.rpc.call(timeline.list, { id }, ask())).items;
  const addNote = (id: string, text: string) => world.rpc.call(timeline.addNote, { id, text }, make());

  it('shows its creation, changes, statuses, notes and the trash, newest first', async () => {
    const { id, version } = await addProject();
    await world.entriesOf(id, 1);
    await world.rpc.call(projects.patch, { id, version, budget: 9_000, timeline_estimate: '8 weeks' }, ask());
    await world.entriesOf(id, 2);
    await world.rpc.call(projects.patch, { id, status: 'planning' }, ask());
    await world.entriesOf(id, 3);
    await addNote(id, 'Wants the menu first.');
    await world.rpc.call(projects.delete, { id }, ask());
    await expect(world.rpc.call(timeline.list, { id }, ask())).rejects.toMatchObject({ code: 'not_found' });
    await expect(addNote(id, 'Too late.')).rejects.toMatchObject({ code: 'not_found' });
    await world.rpc.call(peopleTrash.restore, { type: 'projects', id }, ask());
    await world.entriesOf(id, 6);
    const entries = await newestFirst(id);
    expect(entries).toMatchObject([
      { kind: 'restored', actor: owner },
      { kind: 'deleted', actor: owner },
      { kind: 'note', actor: owner, text: 'Wants the menu first.' },
      { kind: 'project_status', actor: owner, from: 'inquiry', to: 'planning' },
      { kind: 'changed', actor: owner, text: 'budget, timeline_estimate' },
      { kind: 'project', actor: owner },
    ]);
    for (const entry of timelineEntry.array().parse(entries)) expect(entry.subject_id).toBe(id);
    const notes = await world.rpc.call(timeline.list, { id, kind: 'note' }, ask());
    expect([notes.total, kinds(notes.items)]).toEqual([1, ['note']]);
  });

  it('starts with the conversion, and includes notes and emails of the lead', async () => {
    const lead = await world.rpc.call(
      leads.create,
      { name: 'Mateo', email: 'mateo@example.com', budget_range: '15k-50k', timeline: '3-6-months' },
      make(),
    );
    await addNote(lead.id, 'Has the oven, needs the app.');
    await world.tell(mailSent, { id: 'offer', lead_id: lead.id, subject: 'Your proposal', to: 'lead' });
    await world.entriesOf(lead.id, 3);
    const body = { id: lead.id, client, project: { title: 'Bakery', service_type: 'Web', budget: 15_000 } };
    const made = await world.rpc.call(conversions.create, body, make());
    const project = made.project!;
    expect(project).toMatchObject({ budget: 15_000, timeline_estimate: '3-6 months' });
    await world.entriesOf(project.id, 4);
    await addNote(project.id, 'Kick-off on Monday.');
    const entries = await newestFirst(project.id);
    expect(kinds(entries)).toEqual(['note', 'converted', ...kinds(entries).slice(2, 4), 'created']);
    expect(kinds(entries).slice(2, 4).sort()).toEqual(['mail_sent', 'note']);
    expect(entries[1]).toMatchObject({
      subject_id: project.id,
      actor: owner,
      from: 'new',
      to: 'converted',
      link: { type: 'leads', id: lead.id, label: 'Mateo' },
      conversion: {
        client: { id: made.client!.id, label: 'Mateo Quiroga' },
        client_created: true,
        budget: 15_000,
        timeline_estimate: '3-6 months',
        notes: 1,
        mails: 1,
      },
    });
    // A note on the project must not appear on the timelines of lead and client.
    for (const { id } of [lead, made.client!]) {
      const texts = (await newestFirst(id)).map(({ text }) => text);
      expect(texts).not.toContain('Kick-off on Monday.');
    }
  });

  it('uses the budget and timeline of the conversion, null included', async () => {
    const lead = await world.rpc.call(
      leads.create,
      { name: 'Mateo', email: 'mateo@example.com', budget_range: '100k+', timeline: 'asap' },
      make(),
    );
    const project = { title: 'Bakery', service_type: 'Web', budget: null, timeline_estimate: '2 weeks' };
    const made = await world.rpc.call(conversions.create, { id: lead.id, project }, make());
    expect(made.project).toMatchObject({ budget: null, timeline_estimate: '2 weeks' });
  });

  it('is empty for a project of an older version, and accepts notes', async () => {
    const { id } = await addProject();
    await world.entriesOf(id, 1);
    await world.database.collection('timeline_entries').deleteMany({});
    expect(await newestFirst(id)).toEqual([]);
    await addNote(id, 'The first line.');
    expect(await newestFirst(id)).toMatchObject([{ kind: 'note', text: 'The first line.' }]);
  });
});

describe('an event', () => {
  it('delivered twice creates its entries once', async () => {
    const { id } = await addLead();
    await patchLead(id, { status: 'lost' });
    await world.entriesOf(id, 2);
    for (const event of await world.heard()) await world.tellAgain(event);
    await waitFor('they are handled', () => world.isQuiet());
    expect(kinds(await world.entriesOf(id, 2))).toEqual(['created', 'status']);
  });
});
