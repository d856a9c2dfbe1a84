import type { SystemTrouble } from '@docfolio/contracts/system';
import { Link } from '@docfolio/federation/router';
import { Button } from '@docfolio/ui/buttons/button';
import { addressOf } from './system-address.js';
import type { TroubleText } from './trouble-texts.js';

export interface TroubleHandlers {
  /** Whether the retries of a queue are being started. */
  isRetrying: (queue: string) => boolean;
  onRetry: (queue: string) => void;
  /** Undefined if backups are not made on request, or one is being made. */
  onBackUp?: () => void;
}

interface TroubleActionsProps extends TroubleHandlers {
  trouble: SystemTrouble;
  text: TroubleText;
}

/** The buttons that help with a trouble. */
export function TroubleActions({ trouble, text, isRetrying, onRetry, onBackUp }: TroubleActionsProps) {
  const { queue } = text;
  return (
    <>
      {queue && (
        <>
          <Button size="sm" busy={isRetrying(queue)} onClick={() => onRetry(queue)}>
            Try now
          </Button>
          <Button size="sm" variant="ghost" asChild>
            <Link to={addressOf({ queue })}>
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
