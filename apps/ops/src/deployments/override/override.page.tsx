import { AccessGuard } from '@docfolio/admin/access/access-guard';
import { AuthSheet } from '@docfolio/admin/access/auth-sheet';
import { call } from '@docfolio/api-client/call';
import { useSession } from '@docfolio/api-client/session';
import { pagesFile, type RemotePage, remotePages } from '@docfolio/contracts/entities/remote';
import {
  overriddenPagesOf,
  overrideHours,
  overridePath,
  remoteOverrides,
} from '@docfolio/contracts/entities/remote-override';
import { Link, Navigate, useLocation } from '@docfolio/federation/router';
import { Button } from '@docfolio/ui/buttons/button';
import { StatusGlyph } from '@docfolio/ui/display/status-glyph';
import { toast } from '@docfolio/ui/runtime';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert, Unplug } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { buildText, shortHash } from '../deployment-texts.js';
import { type Refusal, RefusalBox } from '../refusal.js';
import { useRemotes } from '../use-deployments.js';
import { openPage } from './open-page.js';
import { type OverrideRequest, readOverrideRequest } from './override-request.js';

/** Asks an admin whether this browser loads a remote from a developer's machine. For other users it is the 404 page. */
export default function OverridePage() {
  const { status, isAdmin, adminLookup } = useSession();
  const { search } = useLocation();
  const request = readOverrideRequest(search);
  const isOther = status === 'signed-in' && isAdmin === false && adminLookup !== 'failed';
  if (!request || isOther) return <Navigate to="/404" replace />;
  return (
    <AccessGuard>
      <Confirmation request={request} />
    </AccessGuard>
  );
}

const contractFile = z.object({ hash: z.string() });

/** ms until a server counts as not answering. */
const answerTimeout = 5_000;

const fetchFile = (folder: string, name: string) =>
  fetch(new URL(name, folder), { signal: AbortSignal.timeout(answerTimeout), cache: 'no-store' });

async function fetchContract(folder: string): Promise<string> {
  const response = await fetchFile(folder, 'contract.json');
  if (!response.ok) throw new Error(`contract.json returned ${response.status}`);
  return contractFile.parse(await response.json()).hash;
}

interface ServedPages {
  pages: readonly RemotePage[];
  /** Why `pages.json` is not valid; undefined if it is valid or absent. */
  problem?: string;
}

async function fetchPages(folder: string, remote: string): Promise<ServedPages> {
  const response = await fetchFile(folder, pagesFile);
  if (response.status === 404) return { pages: [] };
  if (!response.ok) throw new Error(`${pagesFile} returned ${response.status}`);
  const json = await response.json().catch(() => undefined);
  const { data, error } = remotePages(remote).safeParse(json);
  if (data) return { pages: data };
  const [issue] = error.issues;
  return { pages: [], problem: json === undefined ? 'not JSON' : [...(issue?.path ?? []), issue?.message].join(': ') };
}

function Confirmation({ request }: { request: OverrideRequest }) {
  const { remote, url, folder, host, hostname, back } = request;
  const { user } = useSession();
  const remotes = useRemotes();
  const contract = useQuery({
    queryKey: ['override contract', folder],
    queryFn: () => fetchContract(folder),
    retry: false,
    staleTime: 0,
  });
  const served = useQuery({
    queryKey: ['override pages', folder],
    queryFn: () => fetchPages(folder, remote),
    retry: false,
    staleTime: 0,
  });
  const cancel = useRef<HTMLAnchorElement>(null);
  useEffect(() => cancel.current?.focus(), []);
  const { loading, load } = useLoad(request, served.data?.pages ?? []);

  const current = remotes.data?.items.find(({ name }) => name === remote);
  const shells = remotes.data?.shells;
  const refusal = contract.data !== undefined && shells ? refusalOf(remote, contract.data, shells) : undefined;
  const fits = contract.data !== undefined && served.isSuccess && shells !== undefined && !refusal;
  const checkAgain = () => {
    void contract.refetch();
    void served.refetch();
    void remotes.refetch();
  };
  return (
    <AuthSheet
      path="/override"
      title={`Load ${remote} from your machine?`}
      subtitle={
        <>
          Only this browser loads it, for <span className="mono text-ink text-mono">{overrideHours}</span> hours or
          until you stop it.
        </>
      }
      back={{ to: '/', label: 'Back to the site' }}
      wide
    >
      <dl className="mt-5.5 border-line border-b text-ui">
        <Row label="Remote">
          <Code>{remote}</Code>
        </Row>
        <Row label="From">
          <Code>{url}</Code>
        </Row>
        <Row label="Instead of">{remotes.data ? <Code>{buildText(current?.current ?? null)}</Code> : '…'}</Row>
        <Row label="Contract hash">
          <ContractCheck
            host={host}
            hash={contract.data}
            fits={fits}
            refused={refusal !== undefined}
            silent={(contract.isError && !contract.isFetching) || (served.isError && !served.isFetching)}
            failed={remotes.isError && !remotes.isFetching}
            onCheckAgain={checkAgain}
          />
        </Row>
        {served.data && (served.data.pages.length > 0 || served.data.problem !== undefined) && (
          <Row label="Pages">
            <PagesText {...served.data} />
          </Row>
        )}
        <Row label="Signed in as">{user?.email}</Row>
      </dl>
      <div className="mt-5">
        {refusal ? (
          <RefusalBox
            id="override-refusal"
            refusal={refusal}
            subject={`${remote} from ${url}`}
            onCheckAgain={checkAgain}
            checking={contract.isFetching}
          />
        ) : (
          <p className="flex gap-2.5 rounded-note border border-warning-line bg-warning-soft px-3.5 py-2.5 text-muted text-ui">
            <TriangleAlert aria-hidden size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-warning" />
            <span>
              <strong className="font-medium text-ink">This code runs with your sign-in.</strong> Go on only if you
              started this server yourself.
            </span>
          </p>
        )}
      </div>
      <div className="mt-6 flex justify-end gap-2">
        <Button size="lg" variant="ghost" asChild>
          <Link ref={cancel} to={back}>
            Cancel
          </Link>
        </Button>
        {fits && (
          <Button size="lg" variant="primary" busy={loading} onClick={() => void load()}>
            Load from {hostname}
          </Button>
        )}
      </div>
    </AuthSheet>
  );
}

function PagesText({ pages, problem }: ServedPages) {
  if (problem !== undefined) {
    return (
      <span role="alert" className="text-danger">
        {pagesFile} is not valid, so its pages are not found: {problem}
      </span>
    );
  }
  const loaded = overriddenPagesOf(pages);
  const left = pages.length - loaded.length;
  return (
    <span>
      <Code>{loaded.map(({ path }) => path).join(', ')}</Code>
      {left > 0 && ` and not ${left} more: an override has a limit`}
    </span>
  );
}

interface ContractCheckProps {
  host: string;
  hash: string | undefined;
  fits: boolean;
  refused: boolean;
  /** Whether the developer's server did not respond. */
  silent: boolean;
  /** Whether the hashes of the running shells could not be loaded. */
  failed: boolean;
  onCheckAgain: () => void;
}

function ContractCheck({ host, hash, fits, refused, silent, failed, onCheckAgain }: ContractCheckProps) {
  if (silent || failed) {
    return (
      <span role="alert" className="flex grow items-center gap-2 text-danger">
        <Unplug aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
        {silent ? `${host} does not answer` : 'The shell’s hash could not be loaded'}
        <Button size="xs" className="ml-auto" onClick={onCheckAgain}>
          Check again
        </Button>
      </span>
    );
  }
  if (refused) {
    return (
      <>
        <StatusGlyph kind="cross" tone="danger" /> Does not match the shell
      </>
    );
  }
  return (
    <span role="status" className="flex grow items-center gap-2">
      <StatusGlyph kind="check" tone="success" saving={!fits} />
      {fits ? 'Matches the shell' : 'Checking'}
      {fits && hash && (
        <span title={hash} className="mono ml-auto text-faint text-mono">
          {shortHash(hash)}
        </span>
      )}
    </span>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-h-9 items-center border-line border-t">
      <dt className="w-28 shrink-0 text-muted">{label}</dt>
      <dd className="flex min-w-0 grow items-center gap-2 text-ink [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

function Code({ children }: { children: ReactNode }) {
  return <span className="mono text-mono">{children}</span>;
}

function refusalOf(remote: string, hash: string, shells: readonly string[]): Refusal | undefined {
  if (shells.includes(hash)) return undefined;
  if (shells.length === 0)
    return {
      title: 'no running shell to compare with',
      sentences: ['Start the web process, then check again.'],
    };
  return {
    title: 'contract hash does not match the shell',
    sentences: [`Your ${remote} expects a shell that is not live. Check out the commit of the live shell.`],
    contract: { passed: false, detail: null, build: hash, shells: [...shells] },
  };
}

/** Returns `load`, which starts the override in this browser and opens the page that asked for it. */
function useLoad({ remote, url, back }: OverrideRequest, pages: readonly RemotePage[]) {
  const [loading, setLoading] = useState(false);
  const load = async () => {
    setLoading(true);
    try {
      const { token } = await call(remoteOverrides.grant, { remote, url, pages: overriddenPagesOf(pages) });
      const response = await fetch(overridePath, { method: 'POST', body: new URLSearchParams({ token }) });
      if (response.ok) return openPage(back);
      const description =
        response.status === 403
          ? `The platform does not allow ${new URL(url).origin}. Add it to REMOTE_OVERRIDE_ORIGINS.`
          : failure;
      toast({ title: 'Error', description, variant: 'destructive' });
    } catch (error) {
      console.error(failure, error);
      toast({ title: 'Error', description: failure, variant: 'destructive' });
    }
    setLoading(false);
  };
  return { loading, load };
}

const failure = 'The override could not be started';
