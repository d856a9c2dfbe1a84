import { isDeepStrictEqual } from 'node:util';
import { ProblemError } from '@docfolio/contracts/core/problem';
import {
  type ManagedRemote,
  type RemoteChange,
  type RemoteState,
  retiredHours,
} from '@docfolio/contracts/entities/remote';

export type Canary = NonNullable<ManagedRemote['canary']>;

/** The builds of a remote that are deployed. Null is the build delivered with the web process. */
export interface Deployed {
  current: string | null;
  previous: string | null;
  canary: Canary | null;
}

/** A build that new pages no longer get, and since when (ISO 8601). */
export interface Retired {
  build: string;
  at: string;
}

export interface Pointer extends Deployed {
  pinned: boolean;
  retired: Retired[];
}

export const initialPointer: Pointer = { current: null, previous: null, canary: null, pinned: false, retired: [] };

/** What the history says of a change of the pointer. */
export type Step = Pick<RemoteChange, 'action' | 'from' | 'to' | 'percent'>;

export interface Plan {
  deployed: Deployed;
  step: Step;
}

export interface Promotion {
  build: string;
  percent: number;
  auto: Canary['auto'];
}

/**
 * Plans the deployment of a build. @returns undefined if it is deployed like that already
 * @throws ProblemError `conflict` if the remote is pinned, or a share of visitors is to get what all get already
 */
export function planPromotion(pointer: Pointer, { build, percent, auto }: Promotion, now: Date): Plan | undefined {
  const { current, previous, canary, pinned } = pointer;
  if (pinned) throw new ProblemError('conflict', { detail: 'The remote is pinned. Unpin it to promote a build.' });
  if (percent < 100) {
    if (build === current) throw new ProblemError('conflict', { detail: 'All visitors get this build already.' });
    if (canary && isDeepStrictEqual({ ...canary, since: '' }, { build, percent, auto, since: '' })) return undefined;
    const next = { build, percent, auto, since: now.toISOString() };
    return {
      deployed: { current, previous, canary: next },
      step: { action: 'canary', from: current, to: build, percent },
    };
  }
  if (build !== current)
    return {
      deployed: { current: build, previous: current, canary: null },
      step: { action: 'promoted', from: current, to: build, percent },
    };
  return (
    (canary && {
      deployed: { current, previous, canary: null },
      step: { action: 'promoted', from: canary.build, to: build, percent },
    }) ??
    undefined
  );
}

/**
 * Plans the end of the canary or, without one, the deployment of an earlier build, after which pages fall back to the
 * delivered build: the one that is rolled back is no good one.
 * @param build null for the delivered build; undefined for the canary's end or the previous build
 * @returns undefined if `build` is deployed to all visitors already
 * @throws ProblemError `conflict` if there is nothing to roll back
 */
export function planRollback({ current, previous, canary }: Pointer, build?: string | null): Plan | undefined {
  if (canary && (build === undefined || build === current))
    return {
      deployed: { current, previous, canary: null },
      step: { action: 'rolled_back', from: canary.build, to: current, percent: 100 },
    };
  const target = build === undefined ? previous : build;
  if (target === current) {
    if (build !== undefined) return undefined;
    throw new ProblemError('conflict', { detail: 'There is nothing to roll back: the delivered build is deployed.' });
  }
  return {
    deployed: { current: target, previous: null, canary: null },
    step: { action: 'rolled_back', from: current, to: target, percent: 100 },
  };
}

/** Returns the pointer with other builds deployed. Those that are no longer deployed become retired. */
export function deploy(pointer: Pointer, deployed: Deployed, now: Date): Pointer {
  const named = deployedBuilds(deployed);
  const left = deployedBuilds(pointer).filter((build) => !named.includes(build));
  const retired = [
    ...pointer.retired.filter(({ build, at }) => !named.includes(build) && !left.includes(build) && isRecent(at, now)),
    ...left.map((build) => ({ build, at: now.toISOString() })),
  ];
  return { ...pointer, ...deployed, retired };
}

/** Returns the builds that new pages may load, without the delivered one. */
export function deployedBuilds({ current, previous, canary }: Deployed): string[] {
  return [...new Set([current, canary?.build ?? null, previous])].filter((build) => build !== null);
}

/** Returns the builds that only pages opened within the last 24 hours may load. */
export function retiredBuilds({ retired }: Pointer, now: Date): string[] {
  return retired.filter(({ at }) => isRecent(at, now)).map(({ build }) => build);
}

/** Returns what the web process learns of a remote. */
export function stateOf(name: string, pointer: Pointer, now: Date): RemoteState {
  const { current, previous, canary } = pointer;
  return {
    ...{ name, current, previous, retired: retiredBuilds(pointer, now) },
    canary: canary && { build: canary.build, percent: canary.percent },
  };
}

function isRecent(at: string, now: Date): boolean {
  return now.getTime() - Date.parse(at) < retiredHours * 60 * 60 * 1_000;
}
