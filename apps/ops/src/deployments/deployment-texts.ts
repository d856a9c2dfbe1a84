import type { ManagedRemote } from '@docfolio/contracts/entities/remote';
import { format } from 'date-fns';

/** The text for a build id of null: the build in the web process' own image. */
export const deliveredText = 'Delivered with the shell';

export const buildText = (build: string | null) => build ?? deliveredText;

/** The same inside a sentence. */
export const buildPhrase = (build: string | null) => build ?? 'the build delivered with the shell';

/** Returns the beginning and the end of a hash: '7be2…91c4'. */
export const shortHash = (hash: string) => `${hash.slice(0, 4)}…${hash.slice(-4)}`;

/** Returns the beginning and the end of a hash, in groups of four: '7be2 04d9 … 91c4'. */
export const spacedHash = (hash: string) => `${hash.slice(0, 4)} ${hash.slice(4, 8)} … ${hash.slice(-4)}`;

export const percentText = (percent: number) => `${percent} %`;

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Returns a duration in ms as 'less than a minute', '14 min', '2 h 14 min' or, from 48 hours on, '3 days'. */
export function durationText(duration: number): string {
  if (duration < minute) return 'less than a minute';
  if (duration >= 2 * day) return `${Math.floor(duration / day)} days`;
  const hours = Math.floor(duration / hour);
  const minutes = Math.floor((duration % hour) / minute);
  if (hours === 0) return `${minutes} min`;
  return minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`;
}

/** Formats a timestamp as 'Nov 22, 05:30', or as 'Nov 22, 2025' if it is of another year than `now`. */
export function changeTimeText(timestamp: string, now = new Date()): string {
  const time = new Date(timestamp);
  return format(time, time.getFullYear() === now.getFullYear() ? 'MMM dd, HH:mm' : 'MMM dd, yyyy');
}

/** Returns whether a remote has an earlier build to go back to. */
export const canRollBack = ({ canary, current }: ManagedRemote) => canary !== null || current !== null;

/** Returns what happens to a canary without a person. */
export function canaryOutlook({ canary }: ManagedRemote): string {
  const auto = canary?.auto;
  if (!auto) return 'Nothing goes back by itself.';
  // The rule itself: services/media/src/remotes/canary-rule.ts
  const back = 'Goes back by itself if it fails significantly more often than stable, from 50 loads and 3 failures on.';
  if (auto.minutes === null) return back;
  return `Raised to 50 % and 100 % after ${durationText(auto.minutes * minute)} each. ${back}`;
}
