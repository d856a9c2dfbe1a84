import { exactTimeOf, shortDayOf } from '@docfolio/admin/records/record-texts';
import { useNow } from '@docfolio/admin/records/use-now';
import type { BuildSummary, ManagedRemote } from '@docfolio/contracts/entities/remote';
import { classNames } from '@docfolio/ui/class-names';
import { Badge } from '@docfolio/ui/display/badge';
import { Pin, ShieldCheck, ShieldOff } from 'lucide-react';
import { useContext } from 'react';
import { canaryOutlook, deliveredText, durationText, percentText } from './deployment-texts.js';
import { UnservedContext } from './unserved-builds.js';

/** The id of a build, or what stands for the one that was delivered with the shell. */
export function BuildName({ build, className }: { build: string | null; className?: string }) {
  if (build === null) return <span className={classNames('truncate', className)}>{deliveredText}</span>;
  return <span className={classNames('mono whitespace-nowrap', className)}>{build}</span>;
}

export function SignedMark({ signed, keyId }: { signed: boolean; keyId?: string }) {
  const Icon = signed ? ShieldCheck : ShieldOff;
  return (
    <span
      title={keyId && `Signed with the key ${keyId}`}
      className="inline-flex shrink-0 items-center gap-1.5 whitespace-nowrap text-caption text-muted"
    >
      <Icon aria-hidden size={14} strokeWidth={1.75} className={signed ? 'text-success' : 'text-warning'} />
      {signed ? 'Signed' : 'Not signed'}
    </span>
  );
}

/** The badges of a remote's current build. */
export function CurrentBadges({ remote: { name, current, canary, pinned } }: { remote: ManagedRemote }) {
  const isUnserved = useIsUnserved(name, current);
  const state = canary ? <Badge>Stable</Badge> : <Badge tone="success">Live</Badge>;
  return (
    <>
      {isUnserved ? <UnservedBadge /> : state}
      {pinned && <PinnedBadge />}
    </>
  );
}

/** The badges of a remote's canary. */
export function CanaryBadges({ remote: { name, canary } }: { remote: ManagedRemote }) {
  const isUnserved = useIsUnserved(name, canary?.build ?? null);
  return (
    <>
      <Badge tone="info">Canary</Badge>
      {isUnserved && <UnservedBadge />}
    </>
  );
}

const UnservedBadge = () => <Badge tone="warning">Not served</Badge>;

function useIsUnserved(name: string, build: string | null): boolean {
  return useContext(UnservedContext).some((unserved) => unserved.remote === name && unserved.build === build);
}

export function PinnedBadge() {
  return (
    <Badge mark="none">
      <Pin aria-hidden size={11} strokeWidth={2} />
      Pinned
    </Badge>
  );
}

/** What a build changes, when it was built and by whom. */
export function BuildOrigin({ build, summary, loading }: BuildOriginProps) {
  if (build === null) return <span className="text-faint">Part of the installed version</span>;
  if (!summary) return <span className="text-faint">{loading ? '' : 'No details'}</span>;
  const { subject, created_at, created_by } = summary;
  return (
    <span title={`${subject}\n${exactTimeOf(created_at)}, ${created_by}`}>
      <span className="text-muted">{subject}</span>
      <span className="text-faint">
        {' · '}
        <time dateTime={created_at}>{shortDayOf(created_at)}</time>, {created_by}
      </span>
    </span>
  );
}

export interface BuildOriginProps {
  build: string | null;
  summary: BuildSummary | undefined;
  loading: boolean;
}

/** The shares of stable build and canary as a bar; decorative, because the numbers are beside it. */
export function ShareBar({ canaryPercent, className }: { canaryPercent: number | undefined; className?: string }) {
  if (canaryPercent === undefined)
    return <span aria-hidden="true" className={classNames('block rounded-[2px] bg-faint', className)} />;
  return (
    <span aria-hidden="true" className={classNames('flex gap-0.5', className)}>
      <span
        style={{ flexGrow: 100 - canaryPercent }}
        className="min-w-1 basis-0 rounded-l-[2px] rounded-r-[1px] bg-faint"
      />
      <span style={{ flexGrow: canaryPercent }} className="min-w-1 basis-0 rounded-r-[2px] rounded-l-[1px] bg-info" />
    </span>
  );
}

export function ShareText({ percent }: { percent: number }) {
  return <span className="mono whitespace-nowrap text-ink text-mono">{percentText(percent)}</span>;
}

/** For how long a canary runs, its page loads if they are known, and what happens to it by itself. */
export function CanarySummary({ remote, loads }: { remote: ManagedRemote; loads: number | undefined }) {
  const now = useNow();
  if (!remote.canary) return null;
  // The server's clock may be ahead of the browser's.
  const age = Math.max(0, now - new Date(remote.canary.since).getTime());
  return (
    <>
      Canary for <Value>{durationText(age)}</Value>
      {loads !== undefined && (
        <>
          , <Value>{loads.toLocaleString('en-US')}</Value> {loads === 1 ? 'page load' : 'page loads'} in 24 h
        </>
      )}
      . {canaryOutlook(remote)}
    </>
  );
}

function Value({ children }: { children: string }) {
  return <span className="mono text-mono text-muted">{children}</span>;
}
