import type { SystemStorage } from '@docfolio/contracts/entities/system';
import { TriangleAlert } from 'lucide-react';
import { CapacityBar, isTight, Panel, PanelNote } from './panel.js';
import { sizeText } from './system-texts.js';

const names: Readonly<Record<SystemStorage['name'], string>> = {
  database: 'Database',
  images: 'Images',
  redis: 'Redis',
};

/** How much of their space the stores use. */
export function StoragePanel({ storage }: { storage: readonly SystemStorage[] }) {
  return (
    <Panel title="Storage">
      {storage.length === 0 ? (
        <PanelNote>Sizes are not known yet.</PanelNote>
      ) : (
        <ul aria-label="Storage" className="flex flex-col gap-4.5 px-5 py-4 max-md:px-4">
          {storage.map((store) => (
            <Store key={store.name} store={store} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Store({ store: { name, used, limit } }: { store: SystemStorage }) {
  const share = limit ? used / limit : 0;
  return (
    <li>
      <p className="flex items-baseline justify-between gap-3 text-ink text-ui">
        {names[name]}
        <span className="mono text-mono">
          {sizeText(used)}
          {limit !== null && <span className="text-faint"> of {sizeText(limit)}</span>}
        </span>
      </p>
      <CapacityBar share={share} className="mt-2.25 max-md:h-1.5" />
      {limit !== null && isTight(share) && (
        <p className="mt-2.25 flex items-center gap-1.75 text-caption text-muted">
          <TriangleAlert aria-hidden size={14} strokeWidth={1.75} className="shrink-0 text-warning" />
          {share < 1 ? `${sizeText(limit - used)} left` : 'Nothing is left'}
        </p>
      )}
    </li>
  );
}
