import type { SystemJob } from '@docfolio/contracts/entities/system';
import { ConfirmDialog } from '@docfolio/ui/overlays/confirm-dialog';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { DiscardButton, DrawerFooter, KeyButton } from './drawer-footer.js';
import { queueText } from './queue-texts.js';
import type { JobActions } from './use-job-actions.js';

interface JobFooterProps {
  job: SystemJob;
  actions: JobActions;
  /** Called after the job was retried or discarded. */
  onDone: () => void;
}

/** The actions on a failed or delayed job. */
export function JobFooter({ job, actions, onDone }: JobFooterProps) {
  const [asking, setAsking] = useState(false);
  const busy = actions.isBusy(job.id);
  const { undone } = queueText(job.queue);
  if (job.state !== 'failed' && job.state !== 'delayed') return null;
  const isFailed = job.state === 'failed';
  return (
    <DrawerFooter text={isFailed ? undone : 'It is tried again by itself.'}>
      {isFailed && <DiscardButton disabled={busy} onClick={() => setAsking(true)} />}
      <KeyButton
        label="Retry"
        letter="R"
        variant="primary"
        icon={<RotateCw aria-hidden size={16} strokeWidth={1.75} />}
        busy={busy}
        onClick={() => actions.retry(job, onDone)}
      />
      <ConfirmDialog
        open={asking}
        title="Discard this job?"
        detail={`${undone} It is removed for good and not tried again.`}
        confirm="Discard"
        busy={busy}
        onCancel={() => setAsking(false)}
        onConfirm={() =>
          actions.discard(job, () => {
            setAsking(false);
            onDone();
          })
        }
      />
    </DrawerFooter>
  );
}
