import type { List } from '@docfolio/contracts/core/list';
import type { LiveAction } from '@docfolio/contracts/core/live';
import { ProblemError } from '@docfolio/contracts/core/problem';
import {
  type NewNote,
  type NotePatch,
  type TimelineEntry,
  type TimelineQuery,
  timelineChanged,
} from '@docfolio/contracts/entities/timeline';
import type { EventMeta } from '@docfolio/service-kit/events/on-event';
import { occurred } from '@docfolio/service-kit/events/outbox';
import type { RecordOutput } from '@docfolio/service-kit/mongo/record-output';
import { actorOf, type CallContext } from '@docfolio/service-kit/rpc/call-context';
import { Injectable } from '@nestjs/common';
import { type Carried, type Draft, entriesOfArrival } from './entries-of-events.js';
import { recordOf } from './entry-record.js';
import { SubjectsRepository } from './subjects.repository.js';
import { type TimelineFields, TimelineRepository } from './timeline.repository.js';

/** ms after a lead's creation in which its event is expected to create the first entry, with the actor. */
const ownEventPatience = 60_000;

@Injectable()
export class TimelineService {
  constructor(
    private readonly entries: TimelineRepository,
    private readonly subjects: SubjectsRepository,
  ) {}

  /** Returns a page of a timeline. @throws ProblemError `not_found` */
  async list(query: TimelineQuery): Promise<List<TimelineEntry>> {
    const { subjects, read } = await this.reader(query);
    const found = await read();
    // Whether the page is the whole timeline, so that a missing creation can be noticed.
    const whole = query.after === undefined && query.kind === undefined && found.next === null;
    const untold = whole ? subjects.filter((subject) => !found.items.some(beganFor(subject))) : [];
    const list = (await this.tellArrivals(untold)) ? await read() : found;
    return { ...list, items: list.items.map(entryOf) };
  }

  /** Stores an event's entries once, 1 ms apart to keep their order. For a purged record only a deletion is stored. */
  async record(drafts: readonly Draft[], { eventId, occurredAt }: EventMeta): Promise<void> {
    const present = await this.subjects.present(drafts.flatMap(({ subjects }) => subjects));
    for (const [index, draft] of drafts.entries()) {
      const subjects = draft.subjects.filter((subject) => present.has(subject) || draft.kind === 'deleted');
      if (subjects.length === 0) continue;
      const told = { id: eventId, at: new Date(occurredAt.getTime() + index) };
      const { id, origin, fields } = recordOf({ ...draft, subjects }, told);
      await this.entries.create(id, origin, fields, raised('created'));
    }
  }

  /** Backfills the creation of a lead that is over a minute old, for leads without an event. @returns whether it did */
  private async tellArrivals(subjects: readonly string[]): Promise<boolean> {
    let told = false;
    for (const id of subjects) {
      const arrival = await this.subjects.arrivalOf(id);
      const { created_at } = arrival?.lead ?? {};
      if (!arrival || !created_at || Date.now() - new Date(created_at).getTime() < ownEventPatience) continue;
      await this.record(entriesOfArrival(arrival), { eventId: id, occurredAt: new Date(created_at) });
      told = true;
    }
    return told;
  }

  /** Returns a project's budget and timeline, and the numbers of its lead's notes and sent emails. */
  async carriedBy(leadId: string, projectId: string): Promise<Carried> {
    const [project, notes, mails] = await Promise.all([
      this.subjects.projectOf(projectId),
      this.entries.countOf(leadId, ['note']),
      this.entries.countOf(leadId, ['mail_sent']),
    ]);
    const { budget = null, timeline_estimate = null } = project ?? {};
    return { budget, timeline_estimate, notes, mails };
  }

  /** Adds a note to a timeline. @throws ProblemError `not_found` */
  async addNote({ id, text }: NewNote, call: CallContext): Promise<TimelineEntry> {
    await this.assertSubject(id);
    const note = { kind: 'note' as const, subject_id: id, subjects: [id], at: new Date(), actor: actorOf(call), text };
    return entryOf(await this.entries.create(call.recordId, call.bodyHash, note, raised('created')));
  }

  /** Changes a note; the same text is a no-op. @throws ProblemError `not_found`; `stale` with the current note */
  async patchNote({ id, version, text }: NotePatch): Promise<TimelineEntry> {
    await this.assertNote(id);
    const changes = (note: { text: string | null }) => (note.text === text ? {} : { text, edited_at: new Date() });
    return entryOf(await this.entries.patch(id, changes, { version, events: raised('changed') }));
  }

  /** Deletes a note. @throws ProblemError `not_found` */
  async deleteNote(id: string): Promise<{ id: string }> {
    await this.assertNote(id);
    return this.entries.softDelete(id, raised('deleted'));
  }

  /** Checks that an entry is a note, which alone can be changed. @throws ProblemError `not_found` otherwise */
  private async assertNote(id: string): Promise<void> {
    const { kind } = await this.entries.get(id);
    if (kind !== 'note') throw new ProblemError('not_found');
  }

  private async assertSubject(id: string): Promise<void> {
    await this.reader({ id, sort: '-at', limit: 1 });
  }

  /** Returns how a timeline is read, and the subjects whose entries it shows. @throws ProblemError `not_found` */
  private async reader(query: TimelineQuery) {
    const { id } = query;
    const subjects = await this.subjects.timelineOf(id);
    if (subjects.length > 0) return { subjects, read: () => this.entries.listEntries(query, subjects) };
    const project = await this.subjects.projectOf(id);
    if (!project) throw new ProblemError('not_found');
    const { lead_id } = project;
    if (!lead_id) return { subjects: [], read: () => this.entries.listEntries(query, [id]) };
    return { subjects: [lead_id], read: () => this.entries.listOfProject(query, id, lead_id) };
  }
}

const beganFor = (subject: string) => (entry: { kind: string; subjects: string[] }) =>
  entry.kind === 'created' && entry.subjects.includes(subject);

/** Returns a function that lists a live change for each timeline that shows an entry. */
function raised(act: LiveAction) {
  return ({ subjects }: { subjects: string[] }) => subjects.map((id) => occurred(timelineChanged, { id, act }));
}

function entryOf(entry: RecordOutput<TimelineFields>): TimelineEntry {
  const { subjects: _subjects, created_at: _created, updated_at: _updated, ...rest } = entry;
  // Entries of earlier versions lack this field.
  return { ...rest, conversion: rest.conversion ?? null };
}
