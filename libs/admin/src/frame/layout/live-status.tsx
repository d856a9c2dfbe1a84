import { type LiveStatus as Status, useLiveStatus } from '@docfolio/api-client/live';
import { classNames } from '@docfolio/ui/class-names';

const words: Record<Status, { text: string; explained: string; dot: string }> = {
  live: { text: 'Live', explained: 'Changes made elsewhere appear immediately', dot: 'bg-success' },
  reconnecting: {
    text: 'Reconnecting',
    explained: 'The connection is being restored; nothing is lost',
    dot: 'bg-warning',
  },
  offline: { text: 'Offline', explained: 'No connection; the page updates when it is restored', dot: 'bg-faint' },
};

export function LiveStatus({ className }: { className?: string }) {
  const { text, explained, dot } = words[useLiveStatus()];
  return (
    <p role="status" title={explained} className={classNames('flex items-center gap-2 text-ui text-muted', className)}>
      <span aria-hidden="true" className={classNames('relative size-1.5 rounded-full', dot)}>
        <span className={classNames('absolute -inset-0.75 rounded-full opacity-18', dot)} />
      </span>
      <span className="max-md:sr-only">{text}</span>
    </p>
  );
}
