import { useNow } from '@docfolio/admin/records/use-now';
import { call } from '@docfolio/api-client/call';
import { queryOf } from '@docfolio/api-client/query';
import { type BuildSummary, type ManagedRemote, remotes } from '@docfolio/contracts/entities/remote';
import { Button } from '@docfolio/ui/buttons/button';
import { Spinner } from '@docfolio/ui/display/spinner';
import { Field } from '@docfolio/ui/forms/field';
import { Input } from '@docfolio/ui/forms/input';
import { Switch } from '@docfolio/ui/forms/switch';
import { Dialog, DialogBody, DialogClose, DialogFooter } from '@docfolio/ui/overlays/dialog';
import { toast } from '@docfolio/ui/runtime';
import { EmptyState } from '@docfolio/ui/states/empty-state';
import { ErrorState } from '@docfolio/ui/states/error-state';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { BuildSelect, offeredBuilds } from './build-select.js';
import { ChangedNotice } from './changed-notice.js';
import { Compatibility } from './compatibility.js';
import { buildPhrase, durationText, percentText } from './deployment-texts.js';
import { type Refusal, RefusalBox, refusalOf } from './refusal.js';
import { nextShare, ShareChoice } from './share-choice.js';
import { useBuilds } from './use-deployments.js';
import { useRemoteAction } from './use-remote-action.js';

interface PromoteDialogProps {
  remote: ManagedRemote;
  onClose: () => void;
}

/** The dialog that deploys a build of a remote to a share of the visitors. */
export function PromoteDialog({ remote, onClose }: PromoteDialogProps) {
  const [reason, setReason] = useState('');
  const builds = useBuilds(remote.name);
  // The dialog goes on with the state that the user saw, so that a concurrent change is noticed and not overwritten.
  const [seen, setSeen] = useState(remote);
  const [changed, setChanged] = useState(false);
  const offered = builds.data && offeredOf(builds.data.items, seen);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Promote ${remote.name}`}
      description={<Introduction remote={seen} />}
      dirty={reason !== ''}
    >
      {offered?.some(({ complete }) => complete) ? (
        <Promotion
          remote={seen}
          builds={offered}
          changed={changed}
          reason={reason}
          onReason={setReason}
          onStale={(current) => {
            setSeen(current);
            setChanged(true);
          }}
          onClose={onClose}
        />
      ) : (
        <>
          <DialogBody className="grid min-h-60 place-items-center">
            {offered ? (
              <EmptyState
                title="There is no other build"
                detail={
                  <>
                    Publish one with{' '}
                    <code className="mono text-mono">npm run docfolio -- remotes publish {remote.name}</code>
                  </>
                }
              />
            ) : builds.isError ? (
              <ErrorState
                title="Failed to fetch the builds"
                onRetry={() => void builds.refetch()}
                retrying={builds.isFetching}
              />
            ) : (
              <Spinner size={20} className="text-faint" />
            )}
          </DialogBody>
          <DialogFooter>
            <DialogClose>
              <Button variant="ghost">Close</Button>
            </DialogClose>
          </DialogFooter>
        </>
      )}
    </Dialog>
  );
}

/** Returns the builds that can be promoted: the newest, without the live one, and always the canary. */
function offeredOf(builds: readonly BuildSummary[], { current, canary }: ManagedRemote) {
  const others = builds.filter(({ build }) => build !== current);
  return others.filter(({ build }, index) => index < offeredBuilds || build === canary?.build);
}

function Introduction({ remote: { canary } }: { remote: ManagedRemote }) {
  const now = useNow();
  if (!canary) return 'Choose a build and how many visitors get it.';
  const age = durationText(Math.max(0, now - new Date(canary.since).getTime()));
  return `${percentText(canary.percent)} of visitors have had the canary for ${age}.`;
}

interface PromotionProps {
  remote: ManagedRemote;
  builds: readonly BuildSummary[];
  changed: boolean;
  reason: string;
  onReason: (reason: string) => void;
  onStale: (current: ManagedRemote) => void;
  onClose: () => void;
}

function Promotion({ remote, builds, changed, reason, onReason, onStale, onClose }: PromotionProps) {
  const { name, canary, current } = remote;
  const [picked, setPicked] = useState<string>();
  const [pickedShare, setPickedShare] = useState<number>();
  const [automatic, setAutomatic] = useState(true);
  const [refused, setRefused] = useState<Refusal>();
  const { busy, run } = useRemoteAction();
  const alert = useRef<HTMLDivElement>(null);
  const refusalId = useId();

  const promotable = builds.filter(({ complete }) => complete);
  const build = picked ?? (promotable.find((each) => each.build === canary?.build) ?? promotable[0]!).build;
  const runningShare = canary?.build === build ? canary.percent : undefined;
  const percent = pickedShare ?? nextShare(runningShare);
  const check = useCheck(name, build);
  const refusal = refused ?? (check.data && !check.isFetching ? refusalOf(name, check.data) : undefined);
  const ready = check.isSuccess && !check.isFetching && !refusal;

  const checkAgain = () => {
    setRefused(undefined);
    void check.refetch();
  };
  const promote = async () => {
    if (!ready || busy) return;
    const auto = automatic && percent < 100 ? { minutes: null } : undefined;
    const input = { name, build, percent, auto, reason: reason.trim(), version: remote.version };
    const result = await run(() => call(remotes.promote, input), `Failed to promote ${name}`);
    if (result.kind === 'done') {
      toast({ title: 'Success', description: doneText(name, build, percent) });
      onClose();
    } else if (result.kind === 'stale') onStale(result.current);
    else if (result.kind === 'refused') {
      setRefused({ title: 'the build was not promoted', sentences: [result.reason] });
      requestAnimationFrame(() => alert.current?.focus());
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void promote();
  };
  return (
    <form
      className="contents"
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        void promote();
      }}
    >
      <DialogBody className="flex flex-col gap-4.5">
        {changed && <ChangedNotice remote={remote} />}
        <Field label="Version">
          <BuildSelect
            builds={builds.map((summary) => ({
              build: summary.build,
              summary,
              note: summary.complete ? undefined : 'Its files have not all arrived',
              disabled: !summary.complete,
            }))}
            value={build}
            onChange={(next) => {
              setRefused(undefined);
              setPicked(next ?? undefined);
            }}
            refusedBy={refusal && refusalId}
          />
        </Field>
        <ShareChoice value={percent} current={runningShare} onChange={setPickedShare} />
        <AutomaticRollback
          stable={current}
          possible={percent < 100}
          checked={automatic}
          onCheckedChange={setAutomatic}
        />
        {refusal ? (
          <RefusalBox
            ref={alert}
            id={refusalId}
            refusal={refusal}
            subject={`${name} ${build}`}
            onCheckAgain={checkAgain}
            checking={check.isFetching}
          />
        ) : (
          <Compatibility
            check={check.data}
            checkedAt={check.dataUpdatedAt}
            checking={check.isFetching}
            failed={check.isError}
            onCheckAgain={checkAgain}
            summary={builds.find((each) => each.build === build)}
          />
        )}
        <Field label="Reason" optional>
          <Input
            value={reason}
            maxLength={200}
            placeholder="Shown in the history"
            onChange={(event) => onReason(event.target.value)}
          />
        </Field>
      </DialogBody>
      <DialogFooter>
        <DialogClose>
          <Button size="sm" variant="ghost">
            Cancel
          </Button>
        </DialogClose>
        <Button
          type="submit"
          size="sm"
          variant="primary"
          busy={busy}
          aria-disabled={!ready || undefined}
          data-unavailable={ready ? undefined : ''}
        >
          Promote to {percentText(percent)}
        </Button>
      </DialogFooter>
    </form>
  );
}

/** Runs the checks of a build when the dialog opens and when the build changes; a result from before is not used. */
function useCheck(name: string, build: string) {
  return useQuery({
    ...queryOf(remotes.check, { name, build }),
    staleTime: 0,
    retry: false,
    // The server reads every file of the build for it.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

const doneText = (name: string, build: string, percent: number) =>
  percent === 100 ? `${name} ${build} is live` : `${percent} % of visitors get ${name} ${build}`;

interface AutomaticRollbackProps {
  /** The build to go back to. */
  stable: string | null;
  possible: boolean;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
}

function AutomaticRollback({ stable, possible, checked, onCheckedChange }: AutomaticRollbackProps) {
  const noteId = useId();
  const on = possible && checked;
  return (
    <div>
      <Switch
        size="md"
        label="Automatic rollback"
        checked={on}
        disabled={!possible}
        onCheckedChange={onCheckedChange}
        aria-describedby={noteId}
      />
      <p id={noteId} className="mt-0.5 pr-12 text-caption">
        {on ? (
          <span className="text-faint">
            Back to{' '}
            <span className={stable === null ? undefined : 'mono text-mono text-muted'}>{buildPhrase(stable)}</span>{' '}
            when this build fails more often.
          </span>
        ) : (
          <span className="text-warning">Nothing goes back by itself.</span>
        )}
      </p>
    </div>
  );
}
