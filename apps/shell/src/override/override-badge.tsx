import { overrideStopPath } from '@docfolio/contracts/generated/constants';
import { Button } from '@docfolio/ui/buttons/button';
import { FlaskConical, Unplug } from 'lucide-react';
import { useEffect, useState } from 'react';

/** ms between two checks whether the servers respond. */
const checkInterval = 10_000;

interface OverrideBadgeProps {
  /** URL of the folder that each overridden remote is loaded from. */
  overrides: Readonly<Record<string, string>>;
  /** Called once the overrides have ended. */
  onStopped: () => void;
}

/** A badge over the page that names the remotes loaded from a developer's machine, with a button that ends this. */
export function OverrideBadge({ overrides, onStopped }: OverrideBadgeProps) {
  const silent = useSilentServer(Object.values(overrides));
  const [state, setState] = useState<'idle' | 'stopping' | 'failed'>('idle');
  const stop = async () => {
    setState('stopping');
    try {
      const response = await fetch(overrideStopPath, { method: 'POST' });
      if (!response.ok) throw new Error(`${overrideStopPath} responded with ${response.status}`);
      onStopped();
    } catch (error) {
      console.error('Stopping the override failed', error);
      setState('failed');
    }
  };
  const tone = silent ? 'border-danger-line' : 'border-warning-line';
  return (
    <div
      className={`fixed bottom-4 left-68 z-50 flex h-10 max-w-[calc(100vw-2rem)] items-center gap-2.5 rounded-[10px] border bg-overlay pr-1.5 pl-3 text-muted text-ui shadow-float md:[:root[data-sidebar=collapsed]:has([data-column])_&]:left-16 max-md:left-4 max-md:right-4 print:hidden ${tone}`}
    >
      {silent ? (
        <Unplug aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-danger" />
      ) : (
        <FlaskConical aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-warning" />
      )}
      <p role="status" className="min-w-0 truncate">
        {state === 'failed' ? 'Not stopped, try again' : <Text overrides={overrides} silent={silent} />}
      </p>
      <span aria-hidden className="h-4 w-px shrink-0 bg-line-strong max-md:ml-auto" />
      <Button size="xs" variant="ghost" className="text-ink!" busy={state === 'stopping'} onClick={() => void stop()}>
        Stop
      </Button>
    </div>
  );
}

function Text({ overrides, silent }: Pick<OverrideBadgeProps, 'overrides'> & { silent: string | undefined }) {
  const [first, ...others] = Object.entries(overrides);
  if (silent) {
    return (
      <>
        <Name>{new URL(silent).host}</Name> does not answer
      </>
    );
  }
  if (!first) return null;
  const [remote, folder] = first;
  return (
    <>
      <Name>{remote}</Name>{' '}
      {others.length > 0 ? (
        `and ${others.length} more`
      ) : (
        <>
          from <Name>{new URL(folder).host}</Name>
        </>
      )}
    </>
  );
}

function Name({ children }: { children: string }) {
  return <span className="mono text-ink text-mono">{children}</span>;
}

/** Returns the first folder whose manifest cannot be fetched; undefined while all respond. */
function useSilentServer(folders: readonly string[]): string | undefined {
  const [silent, setSilent] = useState<string>();
  const all = folders.join(' ');
  useEffect(() => {
    const controller = new AbortController();
    const check = async () => {
      const urls = all.split(' ');
      const responding = await Promise.all(urls.map((folder) => isResponding(folder, controller.signal)));
      if (!controller.signal.aborted) setSilent(urls.find((_, index) => !responding[index]));
    };
    void check();
    const timer = setInterval(() => void check(), checkInterval);
    return () => {
      controller.abort();
      clearInterval(timer);
    };
  }, [all]);
  return silent;
}

async function isResponding(folder: string, signal: AbortSignal): Promise<boolean> {
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(checkInterval)]);
    const response = await fetch(new URL('mf-manifest.json', folder), { signal: limit, cache: 'no-store' });
    return response.ok;
  } catch {
    return false;
  }
}
