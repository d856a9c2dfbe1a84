import { PageHead } from '@docfolio/admin/records/page-head';
import type { ManagedRemote, UnservedBuild } from '@docfolio/contracts/entities/remote';
import { Link } from '@docfolio/federation/router';
import { Button } from '@docfolio/ui/buttons/button';
import { IconButton } from '@docfolio/ui/buttons/icon-button';
import { useDelayed } from '@docfolio/ui/display/skeleton';
import { phoneQuery, useMediaQuery } from '@docfolio/ui/hooks/use-media-query';
import { KeyHints } from '@docfolio/ui/keyboard/key-hints';
import { EmptyState } from '@docfolio/ui/states/empty-state';
import { ErrorState } from '@docfolio/ui/states/error-state';
import { CloudOff, KeyRound, Rocket } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useStatistics } from './build-statistics.js';
import { ShellContracts } from './contract-hash.js';
import { DeploymentHistory, useHistoryFilter } from './history.js';
import { PinDialog } from './pin-dialog.js';
import { PromoteDialog } from './promote-dialog.js';
import type { RemoteQuestion } from './remote-actions.js';
import { CardSkeletons, RemoteCards } from './remote-cards.js';
import { RollBackDialog } from './roll-back-dialog.js';
import { ShellBuild } from './shell-build.js';
import { UnservedBuilds, UnservedContext } from './unserved-builds.js';
import { useAllBuilds, useRemotes } from './use-deployments.js';
import { VersionSkeletons, VersionsTable } from './versions-table.js';

const keyHints = [
  { keys: ['P'], label: 'Promote' },
  { keys: ['B'], label: 'Roll back' },
  { keys: ['I'], label: 'Pin' },
];

const noBuilds: readonly UnservedBuild[] = [];

/** The Deployments page: which builds of the remotes visitors get, their history, and the actions that change them. */
export default function DeploymentsPage() {
  const list = useRemotes();
  const remotes = list.data?.items;
  const names = remotes?.map(({ name }) => name) ?? [];
  const phone = useMediaQuery(phoneQuery);
  const region = useRef<HTMLDivElement>(null);
  const history = useRef<HTMLHeadingElement>(null);
  const { filter, setFilter } = useHistoryFilter();
  const [asking, setAsking] = useState<{ name: string; question: RemoteQuestion } | null>(null);
  const asked = asking && remotes?.find(({ name }) => name === asking.name);
  // One message is enough if nothing was deployed or nothing could be loaded.
  const showsHistory = remotes ? remotes.length > 0 || filter !== undefined : !list.isError;
  return (
    <>
      <PageHead
        title="Deployments"
        count={remotes && String(remotes.length)}
        action={<HeadActions phone={phone} shells={list.data?.shells} />}
      />
      <div ref={region} className="flex min-h-0 grow flex-col md:overflow-y-auto">
        {list.isError && remotes && (
          <Strip retrying={list.isFetching} onRetry={() => void list.refetch()}>
            The remotes could not be refreshed.
          </Strip>
        )}
        <UnservedBuilds builds={list.data?.unserved ?? noBuilds} />
        <UnservedContext value={list.data?.unserved ?? noBuilds}>
          <Versions
            list={list}
            phone={phone}
            ask={(name, question) => setAsking({ name, question })}
            openHistory={(name) => {
              setFilter(name);
              history.current?.scrollIntoView?.({ block: 'nearest' });
            }}
          />
        </UnservedContext>
        {showsHistory && (
          <DeploymentHistory
            names={names}
            filter={filter}
            onFilter={setFilter}
            phone={phone}
            region={phone ? null : region}
            headingRef={history}
          />
        )}
      </div>
      {names.length > 0 && <KeyHints hints={keyHints} />}
      {asked && <Question question={asking.question} remote={asked} onClose={() => setAsking(null)} />}
    </>
  );
}

function HeadActions({ phone, shells }: { phone: boolean; shells: readonly string[] | undefined }) {
  if (phone)
    return (
      <IconButton label="API tokens" asChild className="-mr-3">
        <Link to="/admin/deployments/tokens">
          <KeyRound aria-hidden size={18} strokeWidth={1.75} />
        </Link>
      </IconButton>
    );
  return (
    <>
      {shells && (
        <>
          <ShellBuild />
          <ShellContracts shells={shells} />
          <span aria-hidden="true" className="mx-1 h-3 w-px bg-line" />
        </>
      )}
      <Button size="xs" variant="ghost" asChild>
        <Link to="/admin/deployments/tokens">
          <KeyRound aria-hidden size={14} strokeWidth={1.75} />
          API tokens
        </Link>
      </Button>
    </>
  );
}

interface VersionsProps {
  list: ReturnType<typeof useRemotes>;
  phone: boolean;
  ask: (name: string, question: RemoteQuestion) => void;
  openHistory: (name: string) => void;
}

function Versions({ list, phone, ...handlers }: VersionsProps) {
  const remotes = list.data?.items;
  const builds = useAllBuilds(remotes?.map(({ name }) => name) ?? []);
  const statisticsOf = useStatistics(remotes?.map(({ name }) => name) ?? []);
  const late = useDelayed(list.isPending);
  if (!remotes && list.isError)
    return (
      <ErrorState
        className="border-line border-t py-16"
        title="Failed to fetch the deployments"
        detail="The server did not respond. Nothing was changed."
        onRetry={() => void list.refetch()}
        retrying={list.isFetching}
      />
    );
  if (!remotes)
    return (
      <>
        <span role="status" className="sr-only">
          Loading deployments
        </span>
        {late && (phone ? <CardSkeletons /> : <VersionSkeletons />)}
      </>
    );
  if (remotes.length === 0)
    return (
      <EmptyState
        className="border-line border-t pt-16 pb-12"
        icon={<Rocket size={20} strokeWidth={1.75} />}
        title="Nothing has been deployed yet"
        detail={
          <>
            Visitors get the pages that were delivered with the shell. Publish a build with{' '}
            <code className="mono text-mono">npm run docfolio -- remotes publish blog</code>
          </>
        }
      />
    );
  const shared = { remotes, buildOf: builds.buildOf, loadingBuilds: builds.loading, statisticsOf, ...handlers };
  return (
    <>
      {builds.failedNames.length > 0 && (
        <Strip retrying={builds.retrying} onRetry={builds.retry}>
          The builds of {new Intl.ListFormat('en-GB').format(builds.failedNames)} could not be loaded.
        </Strip>
      )}
      {phone ? <RemoteCards {...shared} /> : <VersionsTable {...shared} />}
    </>
  );
}

function Strip({ retrying, onRetry, children }: { retrying: boolean; onRetry: () => void; children: ReactNode }) {
  return (
    <div
      role="alert"
      className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-line border-t px-6 py-1.5 text-danger text-ui max-md:px-4"
    >
      <CloudOff aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
      {children}
      <Button size="sm" busy={retrying} onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}

interface QuestionProps {
  question: RemoteQuestion;
  remote: ManagedRemote;
  onClose: () => void;
}

function Question({ question, ...props }: QuestionProps) {
  if (question === 'promote') return <PromoteDialog {...props} />;
  if (question === 'roll-back') return <RollBackDialog {...props} />;
  return <PinDialog {...props} />;
}
