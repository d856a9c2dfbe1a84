import { ArrowDown, ArrowUp, CornerDownLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Kbd } from './kbd.js';

export interface KeyHint {
  keys: readonly ReactNode[];
  label: string;
}

const defaultHints: readonly KeyHint[] = [
  {
    keys: [<ArrowUp key="up" aria-label="Up" size={12} />, <ArrowDown key="down" aria-label="Down" size={12} />],
    label: 'Move',
  },
  { keys: [<CornerDownLeft key="enter" aria-label="Enter" size={12} />], label: 'Open' },
];

export function KeyHints({ hints }: { hints: readonly KeyHint[] }) {
  return (
    <div className="flex h-9 shrink-0 items-center gap-5 border-line border-t px-6 text-caption text-faint max-md:hidden touch:hidden">
      {[...defaultHints, ...hints].map((hint) => (
        <span key={hint.label} className="flex items-center gap-2">
          <span className="flex gap-1">
            {hint.keys.map((key, index) => (
              <Kbd key={typeof key === 'string' ? key : `${hint.label}${index}`}>{key}</Kbd>
            ))}
          </span>
          {hint.label}
        </span>
      ))}
    </div>
  );
}
