import type { BuildSummary, ManagedRemote } from '@docfolio/contracts/entities/remote';
import type { BuildStatistics } from '@docfolio/contracts/entities/remote-report';
import { classNames } from '@docfolio/ui/class-names';
import { Skeleton } from '@docfolio/ui/display/skeleton';
import { useSidewaysScroll } from '@docfolio/ui/hooks/use-sideways-scroll';
import { quietIcons } from '@docfolio/ui/tables/quiet-icons';
import { clearOfStickyCells, stickyEnd, stickyStart } from '@docfolio/ui/tables/sticky-cells';
import { useTableNavigation } from '@docfolio/ui/tables/use-table-navigation';
import { Timer } from 'lucide-react';
import { type CSSProperties, type ReactNode, useRef } from 'react';
import {
  BuildName,
  BuildOrigin,
  CanaryBadges,
  CanarySummary,
  CurrentBadges,
  ShareBar,
  ShareText,
  SignedMark,
} from './build-parts.js';
import { figureKinds, hasEnoughLoads, type StatisticsSource } from './build-statistics.js';
import { Figure, FigureLine } from './figure.js';
import { PinButton, PromoteButton, type RemoteQuestion, RollBackButton } from './remote-actions.js';

const columns: CSSProperties = { gridTemplateColumns: '96px minmax(352px, 1fr) 100px repeat(4, 107px) 224px' };
const stickyWidths = { '--sticky-start': '96px', '--sticky-end': '224px' } as CSSProperties;
const row = 'grid h-16 items-center bg-inherit';
const cell = `min-w-0 px-3 ${clearOfStickyCells}`;

export interface VersionsProps {
  remotes: readonly ManagedRemote[];
  buildOf: (name: string, build: string | null) => BuildSummary | undefined;
  loadingBuilds: boolean;
  statisticsOf: StatisticsSource;
  ask: (name: string, question: RemoteQuestion) => void;
  openHistory: (name: string) => void;
}

/** The remotes with their current builds and canaries, as a table. Its rows can be used by keyboard. */
export function VersionsTable({ remotes, ...props }: VersionsProps) {
  const region = useRef<HTMLDivElement>(null);
  useTableNavigation(region, undefined);
  useSidewaysScroll(region);
  return (
    <div ref={region} style={stickyWidths} className="group/region relative shrink-0 overflow-x-auto">
      <table aria-label="Versions" className="block w-full min-w-300 border-collapse text-left text-ui">
        <thead className="block">
          <tr style={columns} className="grid h-8 items-center border-line border-y bg-canvas text-caption text-faint">
            <Head className={`${stickyStart} pl-6`}>Remote</Head>
            <Head className="px-3">Version</Head>
            <Head className="px-3">Share</Head>
            {figureKinds.map(({ key, header, percentile }) => (
              <Head key={key} className="truncate px-3">
                {header}
                {percentile && (
                  <>
                    {' '}
                    <span className="mono">p75</span>
                  </>
                )}
              </Head>
            ))}
            <Head className={`${stickyEnd} pr-6`}>Actions</Head>
          </tr>
        </thead>
        {remotes.map((remote) => (
          <RemoteRows key={remote.name} remote={remote} {...props} />
        ))}
      </table>
    </div>
  );
}

function Head({ className, children }: { className: string; children: ReactNode }) {
  return (
    <th scope="col" className={classNames('min-w-0 font-medium', className)}>
      {children}
    </th>
  );
}

interface RemoteRowsProps extends Omit<VersionsProps, 'remotes'> {
  remote: ManagedRemote;
}

function RemoteRows({ remote, buildOf, loadingBuilds, statisticsOf, ask, openHistory }: RemoteRowsProps) {
  const { name, current, canary } = remote;
  const stableStatistics = statisticsOf(name, current);
  const canaryStatistics = canary ? statisticsOf(name, canary.build) : undefined;
  const action = { remote, ask: (question: RemoteQuestion) => ask(name, question) };
  return (
    <tbody
      data-row={name}
      className="group/row relative block scroll-mt-8 cursor-pointer border-line border-b bg-canvas hover:bg-hover has-[[data-row-open]:focus-visible]:bg-select"
    >
      <tr style={columns} className={row}>
        <th scope="row" className={`${stickyStart} pl-6`}>
          <button
            type="button"
            data-row-open=""
            title={`Show the history of ${name}`}
            onClick={() => openHistory(name)}
            className="min-w-0 cursor-pointer truncate rounded-bar font-medium text-ink outline-offset-3"
          >
            {name}
          </button>
        </th>
        <VersionCell build={current} summary={buildOf(name, current)} loading={loadingBuilds}>
          <CurrentBadges remote={remote} />
        </VersionCell>
        <td className={classNames(cell, 'relative flex items-center self-stretch')}>
          <ShareText percent={100 - (canary?.percent ?? 0)} />
          <ShareBar
            canaryPercent={canary?.percent}
            // With a canary, the bar is on the boundary of the two rows.
            className={classNames('absolute left-3 h-1 w-18', canary ? '-bottom-0.5 z-1' : 'bottom-3.5')}
          />
        </td>
        <FigureCells statistics={stableStatistics} tone="faint" />
        <td className={`${stickyEnd} pr-6`}>
          <div className={classNames('flex items-center gap-1', quietIcons)}>
            {!canary && (
              <>
                <PromoteButton {...action} />
                <RollBackButton {...action} />
              </>
            )}
            <PinButton {...action} />
          </div>
        </td>
      </tr>
      {canary && (
        <>
          <tr style={columns} className={row}>
            <td className={stickyStart} />
            <VersionCell build={canary.build} summary={buildOf(name, canary.build)} loading={loadingBuilds}>
              <CanaryBadges remote={remote} />
            </VersionCell>
            <td className={cell}>
              <ShareText percent={canary.percent} />
            </td>
            <FigureCells statistics={canaryStatistics} stable={stableStatistics} tone="info" />
            <td className={`${stickyEnd} pr-6`}>
              <div className="flex items-center gap-1 pr-8">
                <PromoteButton {...action} />
                <RollBackButton {...action} />
              </div>
            </td>
          </tr>
          <tr className="block">
            <td className="block pr-6 pl-27">
              <CanaryLine
                remote={remote}
                loads={canaryStatistics?.loads}
                comparing={hasEnoughLoads(canaryStatistics) && hasEnoughLoads(stableStatistics)}
              />
            </td>
          </tr>
        </>
      )}
    </tbody>
  );
}

interface VersionCellProps {
  build: string | null;
  summary: BuildSummary | undefined;
  loading: boolean;
  children: ReactNode;
}

function VersionCell({ build, summary, loading, children }: VersionCellProps) {
  return (
    <td data-scrolls="" className={cell}>
      <div className="flex h-5 items-center gap-2">
        <BuildName build={build} className={classNames('text-ink', build !== null && 'text-mono')} />
        {children}
        {summary && <SignedMark signed keyId={summary.key_id} />}
      </div>
      <div className="mt-1 h-4 truncate text-caption">
        <BuildOrigin build={build} summary={summary} loading={loading} />
      </div>
    </td>
  );
}

interface FigureCellsProps {
  statistics: BuildStatistics | undefined;
  stable?: BuildStatistics | undefined;
  tone: 'faint' | 'info';
}

function FigureCells({ statistics, ...line }: FigureCellsProps) {
  return figureKinds.map((figure) => (
    <td key={figure.key} data-scrolls="" className={classNames(cell, 'pr-1')}>
      <div className="flex items-center justify-between gap-1.5">
        <Figure of={figure} statistics={statistics} />
        <FigureLine of={figure} statistics={statistics} width={38} height={20} {...line} />
      </div>
    </td>
  ));
}

interface CanaryLineProps {
  remote: ManagedRemote;
  loads: number | undefined;
  /** Whether figures have two lines, which need a key. */
  comparing: boolean;
}

function CanaryLine({ remote, loads, comparing }: CanaryLineProps) {
  return (
    <div className="flex min-h-8 items-start gap-1.5 pt-0.75 pb-3 text-caption text-faint">
      <Timer aria-hidden size={14} strokeWidth={1.75} className="mt-px shrink-0" />
      <p>
        <CanarySummary remote={remote} loads={loads} />
      </p>
      {comparing && (
        <p className="ml-auto flex shrink-0 gap-4 pl-4">
          <KeyEntry lineClassName="bg-info">Canary</KeyEntry>
          <KeyEntry lineClassName="bg-line-field">Stable, last 24 h</KeyEntry>
        </p>
      )}
    </div>
  );
}

function KeyEntry({ lineClassName, children }: { lineClassName: string; children: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden="true" className={classNames('h-0.5 w-3 rounded-[1px]', lineClassName)} />
      {children}
    </span>
  );
}

export function VersionSkeletons() {
  return (
    <div aria-hidden="true" className="shrink-0">
      <div className="h-8 border-line border-y" />
      {[0, 1, 2].map((index) => (
        <div
          key={index}
          style={{ ...columns, opacity: 1 - index * 0.25 }}
          className="grid h-16 items-center overflow-hidden border-line border-b"
        >
          <Skeleton className="ml-6 w-8" />
          <div className="px-3">
            <Skeleton className="w-64" />
            <Skeleton className="mt-3.5 w-48" />
          </div>
          <Skeleton className="ml-3 w-10" />
          {figureKinds.map(({ key }) => (
            <Skeleton key={key} className="ml-3 w-12" />
          ))}
          <Skeleton className="mr-6 ml-auto w-36" />
        </div>
      ))}
    </div>
  );
}
