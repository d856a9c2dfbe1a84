import type { ManagedRemote } from '@docfolio/contracts/entities/remote';
import { Button, type ButtonVariant } from '@docfolio/ui/buttons/button';
import { IconButton } from '@docfolio/ui/buttons/icon-button';
import { Tooltip } from '@docfolio/ui/display/tooltip';
import { Pin, PinOff } from 'lucide-react';
import { canRollBack } from './deployment-texts.js';

export type RemoteQuestion = 'promote' | 'roll-back' | 'pin';

export interface RemoteActionProps {
  remote: ManagedRemote;
  ask: (question: RemoteQuestion) => void;
}

/** Why a remote cannot be promoted or rolled back now; undefined if it can. */
export const whyNotPromoted = ({ pinned }: ManagedRemote) => (pinned ? 'Unpin first' : undefined);
export const whyNotRolledBack = (remote: ManagedRemote) =>
  canRollBack(remote) ? undefined : 'Nothing has been promoted yet';

export function PromoteButton({ remote, ask }: RemoteActionProps) {
  return (
    <ActionButton
      label="Promote"
      name={`Promote ${remote.name}`}
      shortcut="P"
      variant={remote.canary ? 'primary' : 'outline'}
      unavailable={whyNotPromoted(remote)}
      onClick={() => ask('promote')}
    />
  );
}

export function RollBackButton({ remote, ask }: RemoteActionProps) {
  return (
    <ActionButton
      label="Roll back"
      name={`Roll back ${remote.name}`}
      shortcut="B"
      variant="ghost"
      unavailable={whyNotRolledBack(remote)}
      onClick={() => ask('roll-back')}
    />
  );
}

export function PinButton({ remote: { name, pinned }, ask }: RemoteActionProps) {
  const Icon = pinned ? PinOff : Pin;
  return (
    <IconButton label={pinned ? `Unpin ${name}` : `Pin ${name}`} shortcut="I" size="sm" onClick={() => ask('pin')}>
      <Icon aria-hidden size={16} strokeWidth={1.75} />
    </IconButton>
  );
}

interface ActionButtonProps {
  label: string;
  name: string;
  shortcut: string;
  variant: ButtonVariant;
  /** The reason why it can't be used, shown in place of the label. */
  unavailable: string | undefined;
  onClick: () => void;
}

function ActionButton({ label, name, shortcut, variant, unavailable, onClick }: ActionButtonProps) {
  return (
    <Tooltip label={unavailable ?? label} shortcut={unavailable ? undefined : shortcut}>
      <Button
        size="xs"
        variant={variant}
        aria-label={name}
        aria-keyshortcuts={shortcut}
        aria-disabled={unavailable ? true : undefined}
        data-unavailable={unavailable ? '' : undefined}
        data-shortcut={shortcut.toLowerCase()}
        onClick={() => !unavailable && onClick()}
      >
        {label}
      </Button>
    </Tooltip>
  );
}
