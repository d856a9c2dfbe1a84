import type { CallInput } from '@docfolio/contracts/core/operation';
import { clients } from '@docfolio/contracts/entities/client';
import type { ExportJob } from '@docfolio/contracts/entities/export';
import { leads } from '@docfolio/contracts/entities/lead';
import { projects } from '@docfolio/contracts/entities/project';
import { serviceInquiries } from '@docfolio/contracts/entities/service-inquiry';
import { subscribers } from '@docfolio/contracts/entities/subscriber';
import { type ExportsWorld, startExportsWorld } from '../testing/exports-world.js';
import { make } from '../testing/leads-world.js';
import { insertSubscribers } from '../testing/subscriber-rows.js';

let world: ExportsWorld;
beforeAll(async () => {
  world = await startExportsWorld();
});
afterAll(() => world?.stop());
beforeEach(async () => {
  for (const name of ['leads', 'clients', 'projects', 'service_inquiries', 'blog_subscribers'])
    await world.database.collection(name).deleteMany({});
});

const subscribe = (fields: Partial<CallInput<typeof subscribers.submit>>) =>
  world.submit(subscribers.submit, { email: 'rory@saltmarsh.example', ...fields });

describe('an export of subscribers', () => {
  it('has the columns of the specification and the labels of the page', async () => {
    await subscribe({ name: 'Vale, "Rory"' });
    await subscribe({ email: 'ada@saltmarsh.example', source: 'newsletter' });
    await world.database
      .collection('blog_subscribers')
      .updateOne(
        { email: 'ada@saltmarsh.example' },
        { $set: { is_active: false, subscribed_at: new Date('2026-02-03T04:05:06.789Z') } },
      );
    await subscribe({ email: 'zoe@saltmarsh.example', name: '=Zoë' });
    await world.database
      .collection('blog_subscribers')
      .updateOne({ email: /^zoe/ }, { $set: { source: null, confirmed_at: new Date() } });
    const { id, file_name } = await world.order({ list: 'blog_subscribers', query: { sort: 'email' } });
    expect(file_name).toBe('blog_subscribers.csv');
    await world.until('done', id);
    const text = await world.follow((await world.link(id)).url);
    const time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/.source;
    expect(text).toMatch(
      new RegExp(
        `^\uFEFFEmail,Name,Source,Status,Subscribed At\r\n` +
          `ada@saltmarsh\\.example,,newsletter,Inactive,2026-02-03T04:05:06\\.789Z\r\n` +
          `rory@saltmarsh\\.example,"Vale, ""Rory""",blog,Unconfirmed,${time}\r\n` +
          `zoe@saltmarsh\\.example,'=Zoë,blog,Active,${time}\r\n$`,
      ),
    );
  });

  const emails = async (query: Record<string, unknown>) =>
    (await world.exported({ list: 'blog_subscribers', query })).slice(1).map(([email]) => email!);
  const insert = async (count: number) => {
    await insertSubscribers(world.database, count);
    await subscribe({ email: 'bot@spam.example', website: 'http://spam.example' });
    return Array.from({ length: count }, (_, index) => `person-${index}@bulk.example`);
  };

  it('applies filters and sort of the list', async () => {
    const all = await insert(120);
    expect(await emails({})).toEqual(all.toReversed());
    expect(await emails({ sort: 'subscribed_at' })).toEqual(all);
    expect(await emails({ status: 'inactive', sort: 'subscribed_at' })).toEqual(all.filter((_, at) => at % 5 === 0));
    expect(await emails({ source: 'newsletter', sort: 'subscribed_at' })).toEqual(all.filter((_, at) => at % 3 === 0));
  });

  it('applies a search of the list, also with more matches than the 1,000 that are counted exactly', async () => {
    const all = await insert(1_203);
    expect(await emails({ search: 'PERSON-77', sort: 'subscribed_at' })).toEqual(
      all.filter((email) => email.includes('person-77')),
    );
    expect(await emails({ search: 'bulk.ex', sort: '-email' })).toEqual(all.toSorted().reverse());
    expect(await emails({ search: 'nobody is called so' })).toEqual([]);
  });
});

describe('exports of other lists', () => {
  it('contain leads with their messages, and spam only with its filter', async () => {
    const lead = {
      name: 'Mira Holt',
      email: 'mira@kelp.example',
      message: 'Two\nlines',
      phone: '+44 1',
      company: 'Kelp',
    };
    const source = 'contact';
    await world.submit(leads.submit, { ...lead, source, budget_range: '15k-50k', timeline: 'asap' });
    await world.submit(leads.submit, { ...lead, source, name: 'Bot', website: 'http://spam.example' });
    const [heading, ...rows] = await world.exported({ list: 'leads' });
    expect(heading!.join()).toBe(
      'Name,Email,Phone,Company,Status,Source,Service Interest,Project Type,Budget,Timeline,Message,Created At',
    );
    expect(rows).toEqual([
      [
        'Mira Holt',
        'mira@kelp.example',
        "'+44 1",
        'Kelp',
        'new',
        'contact',
        '',
        '',
        '15k-50k',
        'asap',
        'Two\nlines',
        expect.stringMatching(/Z$/),
      ],
    ]);
    const flagged = await world.exported({ list: 'leads', query: { spam: 'only' } });
    expect(flagged.slice(1).map(([name]) => name)).toEqual(['Bot']);
  });

  it('contain the client of a project and the sender of an inquiry', async () => {
    const client = await world.rpc.call(clients.create, { name: 'Kelp Ltd', email: 'ask@kelp.example' }, make());
    const project = { title: 'Harbour app', service_type: 'Mobile', client_id: client.id, budget: 1234.5 };
    await world.rpc.call(projects.create, { ...project, start_date: '2026-03-01' }, make());
    const inquiry = { service_name: 'Mobile', specific_requirements: 'Tides, and boats' };
    await world.submit(serviceInquiries.submit, { name: 'Mira', email: 'mira@kelp.example', ...inquiry });
    // Without the last column, which is the time of creation.
    const body = async (list: ExportJob['list']) =>
      (await world.exported({ list })).slice(1).map((row) => row.slice(0, -1));
    expect(await body('clients')).toMatchObject([['Kelp Ltd', 'ask@kelp.example', '', '', '']]);
    expect(await body('projects')).toMatchObject([
      ['Harbour app', 'Kelp Ltd', 'Mobile', 'inquiry', '1234.5', '2026-03-01', '', '', ''],
    ]);
    expect(await body('service_inquiries')).toMatchObject([
      ['Mira', 'mira@kelp.example', '', 'Mobile', 'Tides, and boats', '', ''],
    ]);
    expect(await body('portfolio_inquiries')).toEqual([]);
  });
});
