import { z } from 'zod';
import { withoutValues } from '../without-values.js';

/** Different errors that are held between two reports. Further ones are only counted. */
const maxGroups = 50;
/** ms between two entries of an error that repeats. */
const repeatInterval = 60_000;
const longestName = 200;
const further = { name: 'Further errors', message: 'More kinds of errors than are listed. The log has them.' };

/** Equal errors of a process: the last one, and how many there were since the previous entry. */
export const recordedError = z.object({
  name: z.string(),
  message: z.string(),
  count: z.int().min(1),
  at: z.iso.datetime(),
  request_id: z.string().nullable(),
});
export type RecordedError = z.output<typeof recordedError>;

interface Group {
  name: string;
  message: string;
  count: number;
  at: number;
  requestId: string | null;
  takenAt: number | undefined;
}

/** Groups the errors that a process logs, in bounded memory, until its next report takes them. */
export class RecentErrors {
  private readonly groups = new Map<string, Group>();

  /** Adds a line by the arguments of the logger's method: `({ err, ... }, text)`, `(error, text)` or `(text)`. */
  addLine([first, second]: readonly unknown[], requestId?: string, now = Date.now()): void {
    const fields = (typeof first === 'object' && first !== null ? first : {}) as {
      err?: unknown;
      request_id?: unknown;
    };
    const error = first instanceof Error ? first : fields.err;
    const text = typeof first === 'string' ? first : String(second ?? '');
    const isTyped = error instanceof Error && error.name !== 'Error';
    const name = withoutValues(isTyped ? error.name : text).slice(0, longestName);
    const message = error === undefined ? '' : withoutValues(error instanceof Error ? error.message : String(error));
    const id = typeof fields.request_id === 'string' ? fields.request_id : (requestId ?? null);
    this.add({ name, message }, 1, now, id);
  }

  /** Returns what is to be stored now: new errors, and once a minute those that repeat. @param all also other ones */
  take({ all = false, now = Date.now() } = {}): RecordedError[] {
    const taken: RecordedError[] = [];
    for (const [key, group] of this.groups) {
      const isDue = group.takenAt === undefined || now - group.takenAt >= repeatInterval;
      if (group.count === 0 && isDue) this.groups.delete(key);
      if (group.count === 0 || !(isDue || all)) continue;
      const { name, message, count, at, requestId } = group;
      taken.push({ name, message, count, at: new Date(at).toISOString(), request_id: requestId });
      group.count = 0;
      group.takenAt = now;
    }
    return taken;
  }

  /** Adds errors again that could not be stored. They are due with the next report. */
  putBack(errors: readonly RecordedError[]): void {
    for (const { count, at, request_id, ...error } of errors)
      this.add(error, count, Date.parse(at), request_id).takenAt = undefined;
  }

  private add(error: { name: string; message: string }, count: number, at: number, requestId: string | null): Group {
    const isKnown = this.groups.has(keyOf(error));
    const { name, message } = isKnown || this.groups.size < maxGroups ? error : further;
    const key = keyOf({ name, message });
    const group = this.groups.get(key) ?? { name, message, count: 0, at, requestId, takenAt: undefined };
    this.groups.set(key, group);
    group.count += count;
    if (at >= group.at) Object.assign(group, { at, requestId });
    return group;
  }
}

const keyOf = ({ name, message }: { name: string; message: string }) => `${name}\n${message}`;
