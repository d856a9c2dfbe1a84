import { useNow } from '@docfolio/admin/records/use-now';
import type { System } from '@docfolio/contracts/entities/system';
import { useDelayed } from '@docfolio/ui/display/skeleton';
import { useMediaQuery } from '@docfolio/ui/hooks/use-media-query';
import { useTableNavigation } from '@docfolio/ui/tables/use-table-navigation';
import { type ReactNode, useRef } from 'react';
import { useAttentionActions } from './attention/use-attention-actions.js';
import { BackupsPanel } from './backups-panel.js';
import { DeadLettersPanel } from './dead-letters-panel.js';
import { ErrorsPanel } from './errors-panel.js';
import { Headline } from './headline.js';
import { HeadlineSkeleton } from './headline-panel.js';
import { MailDrawer } from './mail-drawer.js';
import { Panel, RowSkeletons } from './panel.js';
import { ProcessesPanel } from './processes-panel.js';
import { QueueDrawer } from './queue-drawer.js';
import { QueuesPanel } from './queues-panel.js';
import { StoragePanel } from './storage-panel.js';
import { SubmissionDrawer } from './submission-drawer.js';
import { useOpened } from './system-address.js';
import { useBackupActions } from './use-backup-actions.js';
import { useJobActions } from './use-job-actions.js';
import { useLetters } from './use-letters.js';
import { useRetryAll } from './use-retry-all.js';
import type { SystemQuery } from './use-system.js';

/** Media query of windows in which tables are lists, with rows of two lines. */
const compactQuery = '(width < 64rem)';
/** Milliseconds between updates of the ages that are shown. */
const tick = 5_000;

/** The headline and the panels, and the drawer that the address opens. */
export function SystemPanels({ system, query }: { system: System; query: SystemQuery }) {
  const now = query.serverTime(useNow(tick));
  const compact = useMediaQuery(compactQuery);
  const region = useRef<HTMLDivElement>(null);
  const opening = useOpened();
  const { opened } = opening;
  const queue = opened && 'queue' in opened ? opened.queue : undefined;
  const letters = useLetters(system.queues);
  const jobActions = useJobActions();
  const letterActions = useAttentionActions();
  const backups = useBackupActions(system.backups);
  const retryAll = useRetryAll(letters);
  useTableNavigation(region, queue);
  return (
    <>
      <div ref={region} className={pageLook}>
        <Headline
          system={system}
          now={now}
          checkedAt={query.dataUpdatedAt}
          isUnknown={query.isError}
          isRetrying={jobActions.isRetrying}
          onRetry={jobActions.retryQueues}
          onBackUp={system.backups.on_request && !backups.busy ? () => backups.start('backup') : undefined}
        />
        <Columns
          main={
            <>
              <ProcessesPanel system={system} now={now} compact={compact} />
              <QueuesPanel system={system} now={now} compact={compact} selected={queue} />
            </>
          }
          last={<ErrorsPanel errors={system.errors} compact={compact} />}
          side={
            <>
              <DeadLettersPanel letters={letters} total={system.dead_letters} compact={compact} retryAll={retryAll} />
              <BackupsPanel backups={system.backups} actions={backups} now={now} />
              <StoragePanel storage={system.storage} />
            </>
          }
        />
      </div>
      {opened && 'queue' in opened && (
        <QueueDrawer
          key={opened.queue}
          queue={opened.queue}
          state={opened.state}
          job={opened.job}
          system={system}
          now={now}
          opening={opening}
          actions={jobActions}
        />
      )}
      {opened && 'mail' in opened && (
        <MailDrawer id={opened.mail} mails={letters.mails} opening={opening} actions={letterActions} />
      )}
      {opened && 'submission' in opened && (
        <SubmissionDrawer
          id={opened.submission}
          submissions={letters.submissions}
          opening={opening}
          actions={letterActions}
        />
      )}
    </>
  );
}

const pageLook = 'flex w-full flex-col gap-5 px-6 pb-12 max-md:px-4';

interface ColumnsProps {
  main: ReactNode;
  /** Below `main`; on narrow screens below `side`. */
  last: ReactNode;
  side: ReactNode;
}

/** Two columns where there is room for the tables, otherwise one. */
function Columns({ main, last, side }: ColumnsProps) {
  const group = 'flex min-w-0 flex-col gap-6 max-md:gap-0';
  return (
    <div className="@container">
      <div className="grid grid-cols-1 @min-[69.5rem]:grid-cols-[minmax(0,1fr)_22rem] grid-rows-[auto_1fr] gap-6 max-md:gap-0">
        <div className={group}>{main}</div>
        <div className={`${group} @min-[69.5rem]:col-start-2 @min-[69.5rem]:row-span-2 @min-[69.5rem]:row-start-1`}>
          {side}
        </div>
        <div className={group}>{last}</div>
      </div>
    </div>
  );
}

/** The page while its data loads, with the heights of what comes. */
export function SystemSkeletons() {
  const late = useDelayed(true);
  return (
    <div className={pageLook}>
      <span role="status" className="sr-only">
        Loading the state of the system
      </span>
      {late && (
        <div aria-hidden="true" className="flex flex-col gap-5">
          <HeadlineSkeleton />
          <Columns
            main={
              <>
                <Panel title="Processes">
                  <RowSkeletons count={6} height="h-10 max-lg:h-17" />
                </Panel>
                <Panel title="Queues">
                  <RowSkeletons count={6} height="h-10 max-lg:h-17" />
                </Panel>
              </>
            }
            last={
              <Panel title="Recent errors">
                <RowSkeletons count={3} height="h-14" />
              </Panel>
            }
            side={
              <>
                <Panel title="Dead letters">
                  <RowSkeletons count={2} height="h-14" />
                </Panel>
                <Panel title="Backups">
                  <RowSkeletons count={5} height="h-7" />
                </Panel>
                <Panel title="Storage">
                  <RowSkeletons count={3} height="h-14" />
                </Panel>
              </>
            }
          />
        </div>
      )}
    </div>
  );
}
