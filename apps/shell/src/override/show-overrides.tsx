import { createRoot } from 'react-dom/client';
import { OverrideBadge } from './override-badge.js';

/** Shows the badge after everything else in the page. @param text the page's data block with its overrides */
export function showOverrides(text: string): void {
  const overrides = JSON.parse(text) as Record<string, string>;
  const container = document.body.appendChild(document.createElement('div'));
  createRoot(container).render(<OverrideBadge overrides={overrides} onStopped={() => window.location.reload()} />);
}
