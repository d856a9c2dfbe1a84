import type { BuildCheck } from '@docfolio/contracts/entities/remote';
import { Button } from '@docfolio/ui/buttons/button';
import { useCopy } from '@docfolio/ui/buttons/use-copy';
import { CircleAlert, Copy, RefreshCw } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { spacedHash } from './deployment-texts.js';

/** Why a build cannot be deployed. */
export interface Refusal {
  title: string;
  sentences: readonly string[];
  /** The contract hashes that do not match. */
  contract?: BuildCheck['contract'];
}

/** Returns why a check refuses a build; undefined if it passed. */
export function refusalOf(remote: string, { signature, files, contract }: BuildCheck): Refusal | undefined {
  const found = [
    !signature.passed && {
      title: 'signature is not valid',
      sentence: signature.detail ?? 'No key of this platform has signed this build.',
    },
    !files.passed && { title: 'files are damaged or missing', sentence: files.detail ?? 'Publish the build again.' },
    !contract.passed &&
      (contract.shells.length === 0
        ? { title: 'no running shell to compare with', sentence: 'Start the web process, then check again.' }
        : {
            title: 'contract hash does not match the shell',
            sentence: `This build expects a shell that is not live. Rebuild ${remote} against the live shell, or deploy the shell first.`,
          }),
  ].filter((each) => each !== false);
  if (found.length === 0) return undefined;
  return {
    title: found[0]!.title,
    sentences: found.map(({ sentence }) => sentence),
    contract: contract.passed || contract.shells.length === 0 ? undefined : contract,
  };
}

interface RefusalBoxProps {
  id: string;
  refusal: Refusal;
  /** Text that names the build, for Copy details. */
  subject: string;
  onCheckAgain?: () => void;
  checking?: boolean;
  ref?: Ref<HTMLDivElement>;
}

/** An alert with the reason why a build cannot be deployed. */
export function RefusalBox({ id, refusal, subject, onCheckAgain, checking, ref }: RefusalBoxProps) {
  const { state, copy } = useCopy();
  const { title, sentences, contract } = refusal;
  const details = [
    subject,
    `Refused: ${title}`,
    ...sentences,
    ...(contract ? [`Live shell: ${contract.shells.join(', ')}`, `This build: ${contract.build}`] : []),
  ].join('\n');
  return (
    <div
      ref={ref}
      id={id}
      role="alert"
      tabIndex={-1}
      className="flex gap-2 rounded-note border border-danger-line/55 bg-danger-soft p-3 text-ui outline-none"
    >
      <CircleAlert aria-hidden size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-danger" />
      <div className="min-w-0 grow">
        <p className="font-semibold text-ink">Refused: {title}</p>
        {sentences.map((sentence) => (
          <p key={sentence} className="text-muted [overflow-wrap:anywhere]">
            {sentence}
          </p>
        ))}
        {contract && (
          <dl className="mt-2 grid grid-cols-[6.75rem_minmax(0,1fr)] text-caption leading-4.5">
            <Hash name="Live shell">
              {contract.shells.map((hash) => (
                <span key={hash} title={hash} className="mono block text-ink text-mono">
                  {spacedHash(hash)}
                </span>
              ))}
            </Hash>
            <Hash name="This build">
              <span title={contract.build} className="mono text-danger text-mono">
                {spacedHash(contract.build)}
              </span>
            </Hash>
          </dl>
        )}
        <div className="mt-1.5 -mb-1 -ml-2 flex gap-1">
          <Button
            size="xs"
            variant="ghost"
            icon={<Copy aria-hidden size={14} strokeWidth={1.75} />}
            onClick={() => void copy(details)}
          >
            {{ idle: 'Copy details', copied: 'Copied', failed: 'Not copied' }[state]}
          </Button>
          {onCheckAgain && (
            <Button
              size="xs"
              variant="ghost"
              busy={checking}
              icon={<RefreshCw aria-hidden size={14} strokeWidth={1.75} />}
              onClick={onCheckAgain}
            >
              Check again
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}

function Hash({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
