import type { UnservedBuild } from '@docfolio/contracts/entities/remote';
import { TriangleAlert } from 'lucide-react';
import { createContext } from 'react';

/** The builds that should be live, but cannot be served. */
export const UnservedContext = createContext<readonly UnservedBuild[]>([]);

/** Lists these builds with the reasons. Nothing if there are none. */
export function UnservedBuilds({ builds }: { builds: readonly UnservedBuild[] }) {
  if (builds.length === 0) return null;
  return (
    <ul aria-label="Builds that cannot be served" className="flex shrink-0 flex-col gap-2 px-4 pb-4 md:px-6">
      {builds.map(({ remote, build, reason }) => (
        <li
          key={`${remote} ${build}`}
          className="flex gap-2.5 rounded-note border border-warning-line bg-warning-soft px-4 py-3 text-ui"
        >
          <TriangleAlert aria-hidden size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-warning" />
          <div className="min-w-0 [overflow-wrap:anywhere]">
            <p className="font-semibold text-ink">
              {remote} {build} cannot be served
            </p>
            <p className="text-muted">
              {reason}. Visitors get the build before it; if there is none, its pages say that they are unavailable.
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
