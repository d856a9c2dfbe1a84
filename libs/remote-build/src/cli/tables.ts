import type {
  BuildCheck,
  BuildSummary,
  ManagedRemote,
  RemoteChange,
  UnservedBuild,
} from '@docfolio/contracts/entities/remote';

/** How a `null` build is called: the one in the web process' image. */
export const delivered = 'delivered';

/** Returns the name of a build for people. */
export const buildName = (build: string | null): string => build ?? delivered;

/** Returns rows as aligned columns below their headings. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows].map((row) => row.map(printable));
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines
    .map((line) =>
      line
        .map((text, column) => text.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Returns a text without control characters, which could change what a terminal shows. */
const printable = (text: string): string => text.replace(/\p{Cc}/gu, ' ');

/** Returns a time as `2026-01-02 03:04Z`. */
function minute(time: string | null): string {
  return time === null ? '' : `${time.slice(0, 10)} ${time.slice(11, 16)}Z`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

export function remotesTable(remotes: readonly ManagedRemote[]): string {
  return table(
    ['REMOTE', 'CURRENT', 'CANARY', 'PREVIOUS', 'CHANGED', ''],
    remotes.map(({ name, current, canary, previous, updated_at, pinned }) => [
      name,
      buildName(current),
      canary ? `${canary.build} ${canary.percent} %${canary.auto ? ' auto' : ''}` : '',
      buildName(previous),
      minute(updated_at),
      pinned ? 'pinned' : '',
    ]),
  );
}

/** Returns a line for each build that should be live, but cannot be served. */
export function unservedLines(unserved: readonly UnservedBuild[]): string[] {
  return unserved.map(({ remote, build, reason }) => printable(`${remote} ${build} is not served: ${reason}`));
}

/**
 * @param remote the builds' remote, if anything was ever promoted
 * @param shells contract hashes of the shells that run
 */
export function buildsTable(
  builds: readonly BuildSummary[],
  remote: ManagedRemote | undefined,
  shells: readonly string[],
): string {
  return table(
    ['BUILD', 'STATE', 'PUBLISHED', 'BY', 'SIZE', 'KEY', 'SUBJECT'],
    builds.map((build) => [
      build.build,
      stateOf(build, remote, shells),
      minute(build.published_at),
      build.created_by,
      megabytes(build.size),
      build.key_id,
      build.subject,
    ]),
  );
}

function stateOf(
  { build, complete, contract }: BuildSummary,
  remote: ManagedRemote | undefined,
  shells: readonly string[],
): string {
  if (remote?.current === build) return 'current';
  if (remote?.canary?.build === build) return `canary ${remote.canary.percent} %`;
  if (!complete) return 'incomplete';
  if (shells.some((shell) => shell !== contract)) return 'other contract';
  return remote?.previous === build ? 'previous' : '';
}

export function changesTable(changes: readonly RemoteChange[]): string {
  return table(
    ['AT', 'REMOTE', 'ACTION', 'FROM', 'TO', 'SHARE', 'WHO', 'REASON'],
    changes.map(({ at, remote, action, from, to, percent, who, reason }) => [
      minute(at),
      remote,
      action.replace('_', ' '),
      buildName(from),
      buildName(to),
      `${percent} %`,
      who ?? 'the platform',
      reason,
    ]),
  );
}

export function checkTable({ signature, files, contract }: BuildCheck): string {
  const entries = Object.entries({ signature, files, contract });
  return table(
    ['CHECK', 'RESULT', ''],
    entries.map(([name, { passed, detail }]) => [name, passed ? 'passed' : 'failed', detail ?? '']),
  );
}

/** Returns what visitors of a remote get, as a sentence without a full stop. */
export function describeRemote({ name, current, canary, pinned }: ManagedRemote): string {
  const share = canary ? `; ${canary.build} for ${canary.percent} % of visitors` : '';
  return `${name}: ${buildName(current)} is live${share}${pinned ? '; pinned' : ''}`;
}
