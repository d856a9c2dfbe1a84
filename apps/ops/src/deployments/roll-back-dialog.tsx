import { call } from '@docfolio/api-client/call';
import { type BuildSummary, type ManagedRemote, remotes } from '@docfolio/contracts/entities/remote';
import { Button } from '@docfolio/ui/buttons/button';
import { Field } from '@docfolio/ui/forms/field';
import { Input } from '@docfolio/ui/forms/input';
import { Dialog, DialogBody, DialogClose, DialogFooter } from '@docfolio/ui/overlays/dialog';
import { toast } from '@docfolio/ui/runtime';
import { type KeyboardEvent, useId, useState } from 'react';
import { BuildSelect, type OfferedBuild, offeredBuilds } from './build-select.js';
import { ChangedNotice } from './changed-notice.js';
import { buildPhrase, buildText, percentText } from './deployment-texts.js';
import { type Refusal, RefusalBox } from './refusal.js';
import { useBuilds } from './use-deployments.js';
import { useRemoteAction } from './use-remote-action.js';

interface RollBackDialogProps {
  remote: ManagedRemote;
  onClose: () => void;
}

/** The dialog that ends a remote's canary or, if there is none, deploys an earlier build. */
export function RollBackDialog({ remote, onClose }: RollBackDialogProps) {
  const [reason, setReason] = useState('');
  const [seen, setSeen] = useState(remote);
  const [changed, setChanged] = useState(false);
  const [picked, setPicked] = useState<string | null>();
  const [refused, setRefused] = useState<Refusal>();
  const { busy, run } = useRemoteAction();
  const refusalId = useId();
  const { data } = useBuilds(remote.name);
  const { name, canary } = seen;
  const earlier = earlierBuilds(seen, data?.items ?? []);
  const build = earlier.some((each) => each.build === picked) ? (picked ?? null) : seen.previous;

  const rollBack = async () => {
    if (busy) return;
    const input = { name, reason: reason.trim(), version: seen.version, ...(canary ? {} : { build }) };
    const result = await run(() => call(remotes.rollBack, input), `Failed to roll back ${name}`);
    setChanged(result.kind === 'stale');
    if (result.kind === 'done') {
      toast({ title: 'Success', description: doneText(result.remote) });
      onClose();
    } else if (result.kind === 'stale') setSeen(result.current);
    else if (result.kind === 'refused')
      setRefused({ title: `${name} was not rolled back`, sentences: [result.reason] });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void rollBack();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={canary ? `End the canary of ${name}?` : `Roll back ${name}?`}
      description={
        canary
          ? `${percentText(canary.percent)} of visitors have ${canary.build}. All get ${buildPhrase(seen.current)} again.`
          : `All visitors have ${buildPhrase(seen.current)}. Choose the build that they get instead.`
      }
      dirty={reason !== ''}
    >
      <form
        className="contents"
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault();
          void rollBack();
        }}
      >
        <DialogBody className="flex flex-col gap-4.5">
          {changed && <ChangedNotice remote={seen} />}
          {!canary && (
            <Field label="Version">
              <BuildSelect
                builds={earlier}
                value={build}
                onChange={(next) => {
                  setRefused(undefined);
                  setPicked(next);
                }}
                refusedBy={refused && refusalId}
              />
            </Field>
          )}
          {refused && <RefusalBox id={refusalId} refusal={refused} subject={`${name} ${buildText(build)}`} />}
          <Field label="Reason" optional>
            <Input
              value={reason}
              maxLength={200}
              placeholder="Shown in the history"
              onChange={(event) => setReason(event.target.value)}
            />
          </Field>
        </DialogBody>
        <DialogFooter>
          <DialogClose>
            <Button size="sm" variant="ghost">
              Cancel
            </Button>
          </DialogClose>
          <Button type="submit" size="sm" variant="destructive" busy={busy}>
            {canary ? 'End the canary' : 'Roll back'}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

const doneText = ({ name, current }: ManagedRemote) =>
  current === null ? `All visitors get ${name} as delivered with the shell` : `All visitors get ${name} ${current}`;

/** Returns the builds that a remote can go back to: the one before the current, older ones, and the delivered one. */
function earlierBuilds({ current, previous }: ManagedRemote, builds: readonly BuildSummary[]): OfferedBuild[] {
  const summaryOf = (build: string | null) => builds.find((each) => each.build === build);
  const older = builds.slice(builds.findIndex(({ build }) => build === current) + 1);
  const published = older
    .filter(({ build, complete }) => complete && build !== current && build !== previous)
    .slice(0, offeredBuilds)
    .map((summary): OfferedBuild => ({ build: summary.build, summary }));
  const before: OfferedBuild = { build: previous, summary: summaryOf(previous) };
  const delivered: OfferedBuild = { build: null, summary: undefined };
  return [before, ...published, ...(previous === null ? [] : [delivered])];
}
