import { call } from '@docfolio/api-client/call';
import { type ManagedRemote, remotes } from '@docfolio/contracts/entities/remote';
import { ConfirmDialog } from '@docfolio/ui/overlays/confirm-dialog';
import { toast } from '@docfolio/ui/runtime';
import { useState } from 'react';
import { useRemoteAction } from './use-remote-action.js';

interface PinDialogProps {
  remote: ManagedRemote;
  onClose: () => void;
}

/** Asks whether to pin a remote or, if it is pinned, to unpin it. */
export function PinDialog({ remote, onClose }: PinDialogProps) {
  // The question does not turn into its opposite while it is open.
  const [{ name, pinned, version }] = useState(remote);
  const { busy, run } = useRemoteAction();
  const change = async () => {
    const input = { name, pinned: !pinned, version };
    const words = `Failed to ${pinned ? 'unpin' : 'pin'} ${name}`;
    const result = await run(() => call(remotes.pin, input), words);
    if (result.kind === 'done') toast({ title: 'Success', description: `${name} ${pinned ? 'unpinned' : 'pinned'}` });
    else if (result.kind === 'refused') toast({ title: 'Error', description: result.reason, variant: 'destructive' });
    else if (result.kind === 'stale')
      toast({
        title: 'Nothing was changed',
        description: `${name} has changed in the meantime. Look at it, then try again.`,
        variant: 'warning',
      });
    onClose();
  };
  return (
    <ConfirmDialog
      open
      variant="primary"
      title={pinned ? `Unpin ${name}?` : `Pin ${name}?`}
      detail={
        pinned
          ? 'Its builds can be promoted again.'
          : 'Nothing can be promoted until it is unpinned. A rollback remains possible.'
      }
      confirm={pinned ? 'Unpin' : 'Pin'}
      busy={busy}
      onCancel={onClose}
      onConfirm={() => void change()}
    />
  );
}
