import { RecordMenu } from '@docfolio/admin/records/record-menu';
import { Dot } from '@docfolio/admin/records/time-text';
import type { ManagedRemote } from '@docfolio/contracts/entities/remote';
import type { BuildStatistics } from '@docfolio/contracts/entities/remote-report';
import { Button } from '@docfolio/ui/buttons/button';
import { Skeleton } from '@docfolio/ui/display/skeleton';
import { History, Pin, PinOff, Rocket, Undo2 } from 'lucide-react';
import {
  BuildName,
  CanaryBadges,
  CanarySummary,
  CurrentBadges,
  PinnedBadge,
  ShareBar,
  SignedMark,
} from './build-parts.js';
import { figureKinds } from './build-statistics.js';
import { changeTimeText, percentText } from './deployment-texts.js';
import { Figure, FigureLine } from './figure.js';
import { type RemoteQuestion, whyNotPromoted, whyNotRolledBack } from './remote-actions.js';
import type { VersionsProps } from './versions-table.js';

/** The remotes on a phone, those with a canary first. */
export function RemoteCards({ remotes, ...props }: VersionsProps) {
  const canariesFirst = [...remotes].sort((one, other) => Number(other.canary !== null) - Number(one.canary !== null));
  return (
    <ul aria-label="Versions" className="border-line border-t">
      {canariesFirst.map((remote) => (
        <RemoteCard key={remote.name} remote={remote} {...props} />
      ))}
    </ul>
  );
}

interface RemoteCardProps extends Omit<VersionsProps, 'remotes'> {
  remote: ManagedRemote;
}

function RemoteCard({ remote, buildOf, loadingBuilds, statisticsOf, ask, openHistory }: RemoteCardProps) {
  const { name, canary, current, pinned } = remote;
  const build = canary?.build ?? current;
  const summary = buildOf(name, build);
  const statistics = statisticsOf(name, build);
  const asks = (question: RemoteQuestion) => () => ask(name, question);
  const promote = { label: 'Promote', icon: Rocket, onSelect: asks('promote'), disabled: !!whyNotPromoted(remote) };
  const rollBack = {
    label: 'Roll back',
    icon: Undo2,
    onSelect: asks('roll-back'),
    disabled: !!whyNotRolledBack(remote),
  };
  return (
    <li className="border-line border-b px-4 pt-3.5 pb-5">
      <div className="flex items-center gap-2.5">
        <h2 className="truncate text-card text-ink">{name}</h2>
        {canary ? (
          <>
            <CanaryBadges remote={remote} />
            {pinned && <PinnedBadge />}
          </>
        ) : (
          <CurrentBadges remote={remote} />
        )}
        <RecordMenu
          label={`Actions for ${name}`}
          className="-mr-3.5 ml-auto size-11"
          groups={[
            canary ? [] : [promote, rollBack],
            [
              { label: pinned ? 'Unpin' : 'Pin', icon: pinned ? PinOff : Pin, onSelect: asks('pin') },
              { label: 'History', icon: History, onSelect: () => openHistory(name) },
            ],
          ]}
        />
      </div>
      <div className="flex items-center gap-3">
        <BuildName build={build} className="text-ink text-ui" />
        {summary && <SignedMark signed keyId={summary.key_id} />}
      </div>
      {build === null && <p className="mt-0.5 text-faint text-ui">Part of the installed version</p>}
      {build !== null && !summary && !loadingBuilds && <p className="mt-0.5 text-faint text-ui">No details</p>}
      {summary && (
        <>
          <p className="mt-0.5 text-muted text-ui [overflow-wrap:anywhere]">{summary.subject}</p>
          <p className="mono mt-0.5 truncate text-faint text-mono">
            <time dateTime={summary.created_at}>{changeTimeText(summary.created_at)}</time>
            <Dot />
            {summary.created_by}
          </p>
        </>
      )}
      {canary && <Shares percent={canary.percent} />}
      <Figures statistics={statistics} stable={canary ? { statistics: statisticsOf(name, current) } : undefined} />
      {canary && (
        <>
          <p className="mt-3 text-caption text-faint">
            Canary above, stable below. <CanarySummary remote={remote} loads={statistics?.loads} />
          </p>
          <div className="mt-4 grid grid-cols-2 gap-2">
            <Button
              variant="primary"
              aria-label={`Promote ${name}`}
              disabled={promote.disabled}
              onClick={promote.onSelect}
            >
              Promote
            </Button>
            <Button aria-label={`Roll back ${name}`} onClick={rollBack.onSelect}>
              Roll back
            </Button>
          </div>
        </>
      )}
    </li>
  );
}

function Shares({ percent }: { percent: number }) {
  return (
    <div className="mt-4">
      <p className="mb-2 flex justify-between text-caption text-muted">
        <span>
          Stable <span className="mono text-ink text-mono">{percentText(100 - percent)}</span>
        </span>
        <span>
          Canary <span className="mono text-ink text-mono">{percentText(percent)}</span>
        </span>
      </p>
      <ShareBar canaryPercent={percent} className="h-1.5" />
    </div>
  );
}

interface FiguresProps {
  statistics: BuildStatistics | undefined;
  /** The statistics of the stable build if `statistics` are a canary's. */
  stable?: { statistics: BuildStatistics | undefined } | undefined;
}

/** The figures of the canary, with those of the stable build below; without a canary those of the live build. */
function Figures({ statistics, stable }: FiguresProps) {
  return (
    <dl className="mt-4 grid grid-cols-4 gap-x-3.5">
      {figureKinds.map((figure) => (
        <div key={figure.key}>
          <dt className="text-caption text-faint">{figure.short}</dt>
          <dd className="mt-1 flex flex-col gap-1">
            <Figure of={figure} statistics={statistics} />
            <FigureLine
              of={figure}
              statistics={statistics}
              stable={stable?.statistics}
              tone={stable ? 'info' : 'faint'}
              width={72}
              height={22}
            />
          </dd>
          {stable && (
            <dd className="mt-1">
              <Figure of={figure} statistics={stable.statistics} quiet />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

export function CardSkeletons() {
  return (
    <div aria-hidden="true" className="border-line border-t">
      {[0, 1].map((index) => (
        <div key={index} style={{ opacity: 1 - index * 0.3 }} className="border-line border-b px-4 pt-7 pb-8">
          <Skeleton className="w-20" />
          <Skeleton className="mt-5 w-48" />
          <Skeleton className="mt-3.5 w-56" />
          <Skeleton className="mt-3.5 w-40" />
          <div className="mt-8 grid grid-cols-4 gap-x-3.5">
            {figureKinds.map(({ key }) => (
              <Skeleton key={key} className="w-12" />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
