import { addressNow } from '@docfolio/admin/records/address-now';
import { exactTimeOf } from '@docfolio/admin/records/record-texts';
import { type RemoteChange, remoteName } from '@docfolio/contracts/entities/remote';
import { useNavigate, useSearchParams } from '@docfolio/federation/router';
import { Button } from '@docfolio/ui/buttons/button';
import { classNames } from '@docfolio/ui/class-names';
import { EmptyValue } from '@docfolio/ui/display/empty-value';
import { Skeleton, useDelayed } from '@docfolio/ui/display/skeleton';
import { Select } from '@docfolio/ui/forms/select';
import { EmptyState } from '@docfolio/ui/states/empty-state';
import { ErrorState } from '@docfolio/ui/states/error-state';
import { ListEnd } from '@docfolio/ui/tables/list-end';
import { SidewaysScroller } from '@docfolio/ui/text/code-frame';
import { ArrowRight, type LucideIcon, Pin, PinOff, ShieldAlert, Split, Undo2 } from 'lucide-react';
import type { CSSProperties, Ref, RefObject } from 'react';
import { BuildName } from './build-parts.js';
import { changeTimeText, percentText } from './deployment-texts.js';
import { useChanges } from './use-deployments.js';

const columns: CSSProperties = { gridTemplateColumns: '148px 80px 308px 96px 148px minmax(160px, 1fr)' };

/** Reads from the address of which remote the history is shown, and changes it. */
export function useHistoryFilter() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const asked = remoteName.safeParse(params.get('remote'));
  const filter = asked.success ? asked.data : undefined;
  const setFilter = (name: string | undefined) => {
    const { pathname, search } = addressNow();
    const after = new URLSearchParams(search);
    if (name) after.set('remote', name);
    else after.delete('remote');
    navigate({ pathname, search: after.toString() });
  };
  return { filter, setFilter };
}

interface HistoryProps {
  names: readonly string[];
  filter: string | undefined;
  onFilter: (name: string | undefined) => void;
  phone: boolean;
  /** The element that scrolls; null if the page does. */
  region: RefObject<HTMLElement | null> | null;
  headingRef: Ref<HTMLHeadingElement>;
}

/** Who changed the builds of which remote, when and why; newest first. */
export function DeploymentHistory({ names, filter, onFilter, phone, region, headingRef }: HistoryProps) {
  const { list, rows } = useChanges(filter);
  const options = [...new Set([...names, ...(filter ? [filter] : [])])].map((name) => ({ value: name, label: name }));
  const hasRows = rows !== undefined && rows.length > 0;
  return (
    <section aria-label="History" className="flex shrink-0 grow flex-col">
      <div className="flex h-14 shrink-0 items-center justify-between px-6 max-md:px-4">
        <h2 ref={headingRef} className="scroll-mt-4 text-card text-ink">
          History
        </h2>
        {/* A phone has no room for a select that the menus of the remotes replace, but the filter can be cleared. */}
        {(!phone || filter) && (
          <div className="w-31">
            <Select
              size="xs"
              aria-label="Remote"
              emptyLabel="All remotes"
              options={options}
              value={filter}
              onValueChange={(value) => onFilter(value || undefined)}
            />
          </div>
        )}
      </div>
      {hasRows && (phone ? <HistoryList rows={rows} /> : <HistoryTable rows={rows} />)}
      {list.isPending && <HistorySkeletons phone={phone} />}
      {list.isError && !rows && (
        <ErrorState
          className="border-line border-t py-12"
          title="Failed to fetch the history"
          detail="The server did not respond. Nothing was changed."
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      )}
      {rows?.length === 0 && (
        <EmptyState
          className="border-line border-t py-12"
          title={filter ? `No deployments of ${filter}` : 'No deployments yet'}
          detail="Promotions, canaries, rollbacks and pins are listed here."
          action={
            filter && (
              <Button size="sm" onClick={() => onFilter(undefined)}>
                Clear
              </Button>
            )
          }
        />
      )}
      {hasRows && list.hasNextPage && (
        <ListEnd
          region={region}
          loaded={rows.length}
          loading={list.isFetchingNextPage}
          error={list.isFetchNextPageError ? 'More of the history could not be loaded.' : null}
          onLoadMore={() => void list.fetchNextPage()}
        />
      )}
    </section>
  );
}

function HistoryTable({ rows }: { rows: readonly RemoteChange[] }) {
  return (
    <SidewaysScroller label="History table" className="relative">
      <table aria-label="History" className="block w-full min-w-235 border-collapse text-left text-muted text-ui">
        <thead className="block">
          <tr style={columns} className="grid h-8 items-center border-line border-y text-caption text-faint">
            {['Time', 'Remote', null, 'Share', 'Who', 'Reason'].map((header) => (
              <th key={header} scope="col" className="px-3 font-medium first:pl-6 last:pr-6">
                {header ?? (
                  <span className="flex items-center gap-2">
                    From <ArrowRight aria-hidden size={12} strokeWidth={1.75} /> to
                  </span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block">
          {rows.map((change) => (
            <tr key={change.id} style={columns} className="grid h-10 items-center border-hairline border-b">
              <td className="mono px-3 pl-6 text-mono">
                <ChangeTime at={change.at} />
              </td>
              <td className="truncate px-3 font-medium text-ink">{change.remote}</td>
              <td className="px-3">
                <FromTo change={change} />
              </td>
              <td className="mono px-3 text-mono">
                <ChangeShare change={change} />
              </td>
              <td className="min-w-0 px-3">
                <Who change={change} />
              </td>
              <td
                title={change.reason}
                className={classNames('min-w-0 truncate px-3 pr-6', change.who === null && 'text-ink')}
              >
                {change.reason || <EmptyValue words="No reason" />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </SidewaysScroller>
  );
}

function HistoryList({ rows }: { rows: readonly RemoteChange[] }) {
  return (
    <ul aria-label="History" className="border-hairline border-t text-ui">
      {rows.map((change) => (
        <li key={change.id} className="flex h-17 flex-col justify-center border-hairline border-b px-4">
          <div className="flex items-center gap-3">
            <span className="min-w-9 truncate text-button font-medium text-ink">{change.remote}</span>
            <ChangeMark action={change.action} />
            <BuildName build={change.to} className="min-w-0 text-ink text-mono" />
            <span className="mono ml-auto shrink-0 text-mono text-muted">
              <ChangeShare change={change} />
            </span>
          </div>
          <div className="mt-1 truncate text-faint">
            <span className="mono text-mono">
              <ChangeTime at={change.at} />
            </span>
            {' · '}
            {change.reason || whoText(change)}
          </div>
        </li>
      ))}
    </ul>
  );
}

function ChangeTime({ at }: { at: string }) {
  return (
    <time dateTime={at} title={exactTimeOf(at)}>
      {changeTimeText(at)}
    </time>
  );
}

const isPin = ({ action }: RemoteChange) => action === 'pinned' || action === 'unpinned';

function FromTo({ change }: { change: RemoteChange }) {
  const { from, to } = change;
  const nameOf = (build: string | null, look: string) => (
    <BuildName build={build} className={classNames(look, build === null ? 'text-caption' : 'text-mono')} />
  );
  return (
    <span className="flex min-w-0 items-center gap-2">
      {!isPin(change) && nameOf(from, 'text-muted')}
      <ChangeMark action={change.action} />
      {nameOf(to, 'text-ink')}
    </span>
  );
}

const marks: Record<RemoteChange['action'], { icon: LucideIcon; words: string; tone: string }> = {
  canary: { icon: Split, words: 'canary', tone: 'text-faint' },
  promoted: { icon: ArrowRight, words: 'promoted', tone: 'text-faint' },
  rolled_back: { icon: Undo2, words: 'rolled back', tone: 'text-warning' },
  pinned: { icon: Pin, words: 'pinned', tone: 'text-faint' },
  unpinned: { icon: PinOff, words: 'unpinned', tone: 'text-faint' },
};

function ChangeMark({ action }: { action: RemoteChange['action'] }) {
  const { icon: Icon, words, tone } = marks[action];
  return (
    <span title={words} className={classNames('shrink-0', tone)}>
      <Icon aria-hidden size={14} strokeWidth={1.75} />
      <span className="sr-only">{words}</span>
    </span>
  );
}

function ChangeShare({ change }: { change: RemoteChange }) {
  return isPin(change) ? <EmptyValue words="No share" /> : percentText(change.percent);
}

const whoText = ({ who }: RemoteChange) => who ?? 'Automatic';

function Who({ change }: { change: RemoteChange }) {
  const { who } = change;
  return (
    <span title={who ?? undefined} className="flex items-center gap-1.5">
      {who === null && <ShieldAlert aria-hidden size={14} strokeWidth={1.75} className="shrink-0 text-warning" />}
      <span className="truncate">{whoText(change)}</span>
    </span>
  );
}

function HistorySkeletons({ phone }: { phone: boolean }) {
  const late = useDelayed(true);
  return (
    <>
      <span role="status" className="sr-only">
        Loading the history
      </span>
      {late && (
        <div aria-hidden="true" className="border-line border-t">
          {[0, 1, 2, 3].map((index) => (
            <div
              key={index}
              style={{ opacity: 1 - index * 0.2 }}
              className={classNames(
                'flex items-center gap-12 border-hairline border-b px-6 max-md:px-4',
                phone ? 'h-17' : 'h-10',
              )}
            >
              <Skeleton className="w-20" />
              <Skeleton className="w-10" />
              <Skeleton className="w-1/4" />
            </div>
          ))}
        </div>
      )}
    </>
  );
}
