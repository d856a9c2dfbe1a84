import type { SystemTrouble } from '@docfolio/contracts/entities/system';
import { Link } from '@docfolio/federation/router';
import { Button } from '@docfolio/ui/buttons/button';
import { addressOf } from './system-address.js';
import type { TroubleText } from './trouble-texts.js';

export interface TroubleHandlers {
  /** Whether the retries of queues are being started. */
  isRetrying: (queues: readonly string[]) => boolean;
  onRetry: (queues: readonly string[]) => void;
  /** Undefined if backups are not made on request, or one is being made. */
  onBackUp?: () => void;
}

interface TroubleActionsProps extends TroubleHandlers {
  trouble: SystemTrouble;
  text: TroubleText;
}

/** The buttons that help with a trouble. */
export function TroubleActions({ trouble, text, isRetrying, onRetry, onBackUp }: TroubleActionsProps) {
  const { queues } = text;
  const [first] = queues ?? [];
  return (
    <>
      {queues && first !== undefined && (
        <>
          <Button size="sm" busy={isRetrying(queues)} onClick={() => onRetry(queues)}>
            Try now
          </Button>
          <Button size="sm" variant="ghost" asChild>
            <Link to={addressOf({ queue: first })}>
              {trouble.code === 'mail_waiting' ? 'Show the emails' : 'Show the jobs'}
            </Link>
          </Button>
        </>
      )}
      {text.backup && onBackUp && (
        <Button size="sm" onClick={onBackUp}>
          Back up now
        </Button>
      )}
    </>
  );
}
