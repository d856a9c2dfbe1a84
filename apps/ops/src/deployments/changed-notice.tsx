import type { ManagedRemote } from '@docfolio/contracts/entities/remote';
import { TriangleAlert } from 'lucide-react';
import { buildText, percentText } from './deployment-texts.js';

/** An alert that another change came first, with the state of the remote now. */
export function ChangedNotice({ remote: { name, current, canary, pinned } }: { remote: ManagedRemote }) {
  return (
    <div
      role="alert"
      className="flex gap-2.5 rounded-note border border-warning-line bg-warning-soft px-4 py-3 text-ui"
    >
      <TriangleAlert aria-hidden size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-warning" />
      <div className="min-w-0">
        <p className="font-semibold text-ink">{name} has changed since you opened this</p>
        <p className="text-muted [overflow-wrap:anywhere]">
          Live now: {buildText(current)}
          {canary && `, with ${canary.build} for ${percentText(canary.percent)} of visitors`}
          {pinned && ', pinned'}. Nothing has been overwritten: check your choice, then confirm again.
        </p>
      </div>
    </div>
  );
}
