import { useCopy } from '@docfolio/ui/buttons/use-copy';
import { shortHash } from './deployment-texts.js';

/** The contract hashes of the running shells: usually one, more during a rolling upgrade. A click copies one. */
export function ShellContracts({ shells }: { shells: readonly string[] }) {
  if (shells.length === 0) return <span className="text-caption text-warning">No shell is running</span>;
  return (
    <span className="flex items-center gap-2 text-caption text-faint">
      {shells.length === 1 ? 'Contract hash' : 'Contract hashes'}
      {shells.map((hash) => (
        <ContractHash key={hash} hash={hash} />
      ))}
    </span>
  );
}

function ContractHash({ hash }: { hash: string }) {
  const { state, copy } = useCopy();
  const shown = { idle: shortHash(hash), copied: 'Copied', failed: 'Not copied' }[state];
  return (
    <>
      <button
        type="button"
        title={hash}
        aria-label={`Copy the contract hash ${shortHash(hash)}`}
        onClick={() => void copy(hash)}
        className="mono touch-target min-w-17 cursor-pointer rounded-bar text-left text-mono text-muted transition-colors hover:text-ink"
      >
        {shown}
      </button>
      <span role="status" className="sr-only">
        {state !== 'idle' && shown}
      </span>
    </>
  );
}
