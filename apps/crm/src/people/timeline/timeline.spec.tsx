import { idNumber } from '@docfolio/admin/testing/admin-gateway';
import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { sampleUser } from '@docfolio/api-client/testing/samples';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { type TimelineEntry, timeline } from '@docfolio/contracts/entities/timeline';
import { screen, waitFor, within } from '@testing-library/react';
import { ClientsGateway, clientNumber } from '../../../test/clients-gateway.js';
import { LeadsGateway, leadNumber } from '../../../test/leads-gateway.js';
import { projectNumber } from '../../../test/projects-table.js';
import { endSession, renderCrm, signInAs } from '../../../test/render-crm.js';

const subject = idNumber(1);
let gateway: LeadsGateway;
/** The entries on the server, newest first. */
let entries: TimelineEntry[];

beforeAll(async () => {
  gateway = new LeadsGateway(await FixtureServer.start());
});
beforeEach(async () => {
  gateway.reset([leadNumber(1), leadNumber(2)]);
  entries = [
    entry(3, { kind: 'note', text: 'Call booked.', actor: sampleUser.email }),
    entry(2, { kind: 'status', from: 'new', to: 'contacted', actor: 'colleague@example.com' }),
    entry(1, { kind: 'created', text: 'services' }),
  ];
  gateway.server.on(timeline.list, ({ query }) => {
    const start = Number(query.after ?? 0);
    const asked = entries.filter(({ kind }) => query.kind === undefined || kind === query.kind);
    const items = asked.slice(start, start + 50);
    const next = start + 50 < asked.length ? String(start + 50) : null;
    return { json: { items, total: asked.length, total_exact: true, next } };
  });
  gateway.server.on(timeline.addNote, ({ body }) => {
    const { text } = body as { text: string };
    entries = [entry(10 + entries.length, { kind: 'note', text, actor: sampleUser.email }), ...entries];
    return { status: 201, json: entries[0] };
  });
  await signInAs();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await endSession();
});
afterAll(() => gateway.server.stop());

function entry(n: number, changes: Partial<TimelineEntry>): TimelineEntry {
  const at = new Date(Date.UTC(2026, 10, 20, 9, n)).toISOString();
  const none = { actor: null, text: null, from: null, to: null, link: null, edited_at: null, conversion: null };
  return { id: idNumber(100 + n), subject_id: subject, kind: 'created', at, ...none, version: 1, ...changes };
}

const open = () => renderCrm(`/admin/leads/${subject}`);
/** ms; the first rendering on a busy machine takes longer than later steps. */
const patient = { timeout: 60_000 };
/** Returns the entries, without items of lists inside an entry. */
async function lines(): Promise<HTMLElement[]> {
  const list = await screen.findByRole('list', { name: 'Timeline' }, patient);
  await within(list).findAllByRole('listitem');
  return [...list.children] as HTMLElement[];
}
const box = () => screen.findByRole('textbox', { name: 'Add a note' }, patient);

test('lists entries newest first, with user and time', async () => {
  open();
  const [note, status, created] = await lines();
  expect(created).toHaveTextContent(/^Lead created from services\s*Nov 20 \d\d:01$/);
  expect(status).toHaveTextContent('Status changed New');
  expect(status).toHaveTextContent('Contacted by colleague@example.com');
  expect(note).toHaveTextContent(/Note by you/);
  expect(within(note!).getByText('Call booked.')).toBeVisible();
});

test('names the lead and the direction of the conversion for a client converted from a lead', async () => {
  const clients = new ClientsGateway(gateway.server);
  const lead = { id: idNumber(7), label: 'Ada Once', type: 'leads' } as const;
  const client = { id: subject, label: 'Ada Now', type: 'clients' } as const;
  clients.reset({ clients: [clientNumber(1, { name: 'Ada Now' })] });
  gateway.server.on(timeline.list, {
    json: {
      items: [
        entry(4, { kind: 'converted', link: lead }),
        entry(3, { kind: 'created', link: lead }),
        entry(2, { kind: 'converted', link: client, subject_id: lead.id }),
        entry(1, { kind: 'created', text: 'contact', subject_id: lead.id }),
      ],
      total: 4,
      total_exact: true,
      next: null,
    },
  });
  renderCrm(`/admin/clients/${subject}`);
  expect((await lines()).map((line) => line.querySelector('p')?.textContent?.trim())).toEqual([
    'Converted from Ada Once',
    'Client created from Ada Once',
    'Converted to Ada Now',
    'Lead created from contact',
  ]);
});

test('loads earlier entries on demand', async () => {
  entries = Array.from({ length: 60 }, (_, n) => entry(59 - n, { kind: 'note', text: `Note ${59 - n}` }));
  const { user } = open();
  expect(await lines()).toHaveLength(50);
  await user.click(screen.getByRole('button', { name: 'Show earlier entries' }));
  await waitFor(async () => expect(await lines()).toHaveLength(60));
  expect((await lines())[59]).toHaveTextContent('Note 0');
});

test('shows an error with Retry if the timeline cannot be loaded, beside the lead', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  gateway.server.on(timeline.list, () => {
    throw new ProblemError('internal');
  });
  const { user } = open();
  expect(await screen.findByText('The timeline could not be loaded')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Person 1' })).toBeVisible();
  gateway.server.on(timeline.list, { json: { items: entries, total: 3, total_exact: true, next: null } });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await lines()).toHaveLength(3);
});

test('enables Add Note once text is typed, and adds the note by Ctrl-Enter', async () => {
  const { user } = open();
  await lines();
  const button = screen.getByRole('button', { name: 'Add Note' });
  expect(button).toBeDisabled();
  await user.type(await box(), 'They called back');
  expect(button).toBeEnabled();
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(async () => expect(await lines()).toHaveLength(4));
  expect((await lines())[0]).toHaveTextContent('They called back');
  expect(await box()).toHaveValue('');
});

test('keeps the text of a failed note, also after a visit to another lead', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  gateway.server.on(timeline.addNote, () => {
    throw new ProblemError('internal');
  });
  const { user } = open();
  await lines();
  await user.type(await box(), 'Do not lose me');
  await user.click(screen.getByRole('button', { name: 'Add Note' }));
  expect(await screen.findByText('Failed to add note')).toBeVisible();
  expect(await box()).toHaveValue('Do not lose me');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByRole('heading', { name: 'Person 2' });
  expect(await box()).toHaveValue('');
  await user.click(screen.getByRole('button', { name: 'Previous' }));
  await screen.findByRole('heading', { name: 'Person 1' });
  expect(await box()).toHaveValue('Do not lose me');
  await user.clear(await box());
});

test('shows only notes by the Notes filter, which has their number', async () => {
  const { user } = open();
  await lines();
  await user.click(screen.getByRole('button', { name: 'Notes 1' }));
  expect(await lines()).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'Notes 1' })).toHaveAttribute('aria-pressed', 'true');
  await user.click(screen.getByRole('button', { name: 'All' }));
  expect(await lines()).toHaveLength(3);
});

test('fetches notes that are not loaded yet by the Notes filter', async () => {
  const changes = Array.from({ length: 55 }, (_, n) => entry(59 - n, { kind: 'changed', text: 'name' }));
  entries = [...changes, entry(2, { kind: 'note', text: 'From long ago' }), entry(1, { kind: 'created' })];
  const { user } = open();
  expect(await lines()).toHaveLength(50);
  await user.click(screen.getByRole('button', { name: 'Notes' }));
  expect(await screen.findByText('From long ago')).toBeVisible();
  expect(await lines()).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'Notes 1' })).toBeVisible();
});

test('focuses the note field by N', async () => {
  const { user } = open();
  await lines();
  await user.keyboard('n');
  expect(await box()).toHaveFocus();
  expect(await box()).toHaveValue('');
});

describe('the timeline of a project', () => {
  const lead = { id: idNumber(7), label: 'Yuki Morita', type: 'leads' } as const;
  const projectId = projectNumber(1).id;
  const own = { id: projectId, label: 'Project 1', type: 'projects' } as const;
  const ofProject = (n: number, changes: Partial<TimelineEntry>) => entry(n, { subject_id: projectId, ...changes });
  const converted = ofProject(4, {
    kind: 'converted',
    actor: sampleUser.email,
    from: 'qualified',
    to: 'converted',
    link: lead,
    conversion: {
      client: { id: idNumber(8), label: 'Morita Inc' },
      client_created: true,
      budget: 112_000,
      timeline_estimate: '8 months',
      notes: 1,
      mails: 3,
    },
  });
  const openProject = () => {
    new ClientsGateway(gateway.server).reset({ projects: [projectNumber(1)] });
    gateway.server.on(timeline.list, () => ({
      json: { items: entries, total: entries.length, total_exact: true, next: null },
    }));
    return renderCrm(`/admin/projects/${projectId}`);
  };

  test('shows the parts of the conversion and the notes of the lead', async () => {
    entries = [
      ofProject(6, { kind: 'note', text: 'Sends two samples.', actor: sampleUser.email }),
      ofProject(5, { kind: 'project_status', from: 'proposal', to: 'planning', link: own, actor: sampleUser.email }),
      converted,
      entry(2, { kind: 'note', text: 'Has the hardware.', subject_id: lead.id, actor: sampleUser.email }),
    ];
    const { user } = openProject();
    const [note, status, conversion, noteOnLead] = await lines();
    expect(note).toHaveTextContent(/^Note by you/);
    expect(status).toHaveTextContent(/^Status changed Proposal.*Planning by you/);
    expect(noteOnLead).toHaveTextContent(/^Note on the lead by you/);
    expect(conversion).toHaveTextContent(/^Converted from Yuki Morita by you/);
    const parts = within(conversion!).getAllByRole('listitem');
    expect(parts.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Lead Qualified.*Converted$/),
      'Client Morita Inc created',
      'Project created with $112,000 and 8 months',
      '1 note and 3 mails came along',
    ]);
    const fold = within(conversion!).getByRole('button', { name: 'Show less' });
    expect(fold).toHaveAttribute('aria-expanded', 'true');
    await user.click(fold);
    expect(within(conversion!).queryAllByRole('listitem')).toEqual([]);
    expect(within(conversion!).getByRole('button', { name: '4 parts' })).toHaveAttribute('aria-expanded', 'false');
  });

  test('folds a conversion that is not among the five newest entries', async () => {
    entries = [...[11, 10, 9, 8, 7].map((n) => ofProject(n, { kind: 'changed', text: 'client_id' })), converted];
    openProject();
    expect(await screen.findByRole('button', { name: '4 parts' }, patient)).toBeVisible();
    expect(screen.getAllByText(/^client$/)).toHaveLength(5);
  });

  test('adds a note', async () => {
    entries = [];
    const { user } = openProject();
    expect(await screen.findByText('Nothing yet', {}, patient)).toBeVisible();
    gateway.server.on(timeline.addNote, ({ body, path }) => {
      expect(path).toContain(projectId);
      entries = [ofProject(1, { kind: 'note', text: (body as { text: string }).text, actor: sampleUser.email })];
      return { status: 201, json: entries[0] };
    });
    await user.type(await box(), 'Kick-off on Monday.{Control>}{Enter}{/Control}');
    expect(await screen.findByText('Kick-off on Monday.', { selector: 'p' })).toBeVisible();
  });
});

describe('a note', () => {
  const act = async (user: ReturnType<typeof open>['user'], item: string) => {
    await user.click(await screen.findByRole('button', { name: 'Actions for this note' }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
  };

  test('is edited in place, and shows a version saved by another tab beside the typed text', async () => {
    let stale = true;
    gateway.server.on(timeline.patchNote, ({ body }) => {
      const { text, version } = body as { text: string; version: number };
      const current = entry(3, { kind: 'note', text: 'Call moved.', version: 2 });
      if (stale) {
        stale = false;
        throw new ProblemError('stale', { current });
      }
      expect(version).toBe(2);
      entries = entries.map((each) => (each.id === current.id ? { ...current, text, version: 3 } : each));
      return { json: entries[0] };
    });
    const { user } = open();
    await act(user, 'Edit');
    const text = await screen.findByRole('textbox', { name: 'Note' });
    await user.clear(text);
    await user.type(text, 'Call cancelled.');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Call moved.')).toBeVisible();
    expect(text).toHaveValue('Call cancelled.');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByText('Call moved.')).not.toBeInTheDocument());
    expect(await screen.findByText('Call cancelled.', { selector: 'p' })).toBeVisible();
  });

  test('discards the edit on Escape and leaves the drawer open', async () => {
    const { user } = open();
    await act(user, 'Edit');
    await user.type(await screen.findByRole('textbox', { name: 'Note' }), '!{Escape}');
    expect(await screen.findByText('Call booked.')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Person 1' })).toBeVisible();
  });

  test('is deleted after a confirmation', async () => {
    gateway.server.on(timeline.deleteNote, () => {
      entries = entries.slice(1);
      return { json: { id: idNumber(103) } };
    });
    const { user } = open();
    await act(user, 'Delete');
    const question = await screen.findByRole('alertdialog', { name: 'Delete this note?' });
    await user.click(within(question).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText('Call booked.')).not.toBeInTheDocument());
    expect(await lines()).toHaveLength(2);
  });
});
