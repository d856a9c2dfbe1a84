import { PageHead } from '@docfolio/admin/records/page-head';
import { useBusyIds } from '@docfolio/admin/records/use-busy-ids';
import { call } from '@docfolio/api-client/call';
import { queryKeyOf, queryOf } from '@docfolio/api-client/query';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { type ApiToken, apiTokens } from '@docfolio/contracts/entities/api-token';
import { Link } from '@docfolio/federation/router';
import { Button } from '@docfolio/ui/buttons/button';
import { phoneQuery, useMediaQuery } from '@docfolio/ui/hooks/use-media-query';
import { ConfirmDialog } from '@docfolio/ui/overlays/confirm-dialog';
import { toast } from '@docfolio/ui/runtime';
import { DataTable } from '@docfolio/ui/tables/data-table';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Plus, Rocket } from 'lucide-react';
import { useState } from 'react';
import { CreateTokenDialog } from './create-token-dialog.js';
import { RevokeButton, tokenColumns, tokenPhoneRow } from './token-columns.js';

/** The page of the API tokens with which CI jobs and programs publish and promote builds. */
export default function ApiTokensPage() {
  const list = useQuery({ ...queryOf(apiTokens.list, {}), staleTime: 0 });
  const tokens = list.data?.items;
  const phone = useMediaQuery(phoneQuery);
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiToken | null>(null);
  const { busy, revoke } = useRevoke();
  const create = (
    <Button size="sm" icon={<Plus aria-hidden size={16} strokeWidth={1.75} />} onClick={() => setCreating(true)}>
      Create token
    </Button>
  );
  return (
    <>
      <PageHead
        title="API tokens"
        count={tokens && String(tokens.length)}
        subtitle="For CI jobs that publish and promote builds without a password."
        action={
          <>
            {!phone && (
              <Button size="sm" variant="ghost" asChild>
                <Link to="/admin/deployments">
                  <Rocket aria-hidden size={16} strokeWidth={1.75} />
                  Deployments
                </Link>
              </Button>
            )}
            {create}
          </>
        }
      />
      <DataTable
        label="API tokens"
        columns={tokenColumns}
        rows={tokens}
        rowId={({ id }) => id}
        actionsWidth={96}
        rowActions={(token) => (
          <RevokeButton token={token} busy={busy.has(token.id)} onClick={() => setRevoking(token)} />
        )}
        renderPhoneRow={(token) => tokenPhoneRow(token, busy.has(token.id), () => setRevoking(token))}
        empty={{
          icon: <KeyRound size={20} strokeWidth={1.75} />,
          title: 'No API tokens',
          detail:
            'A token lets a CI job or a script deploy the remotes that you choose, in your name. You can revoke it at any time.',
          action: create,
        }}
        error={
          list.isError
            ? {
                title: 'Failed to fetch the API tokens',
                detail: 'The server did not respond. Nothing was changed.',
                onRetry: () => void list.refetch(),
                retrying: list.isFetching,
              }
            : null
        }
        keyHints={null}
        scroll={phone ? 'page' : 'region'}
      />
      {creating && <CreateTokenDialog onClose={() => setCreating(false)} />}
      {revoking && (
        <ConfirmDialog
          open
          title={`Revoke ${revoking.name}?`}
          detail="Whatever uses this token can no longer deploy. This action cannot be undone."
          confirm="Revoke"
          busy={busy.has(revoking.id)}
          onCancel={() => setRevoking(null)}
          onConfirm={() => revoke(revoking, () => setRevoking(null))}
        />
      )}
    </>
  );
}

function useRevoke() {
  const client = useQueryClient();
  const { busy, during } = useBusyIds();
  const revoke = ({ id, name }: ApiToken, onEnd: () => void) =>
    void during(id, async () => {
      try {
        await call(apiTokens.revoke, { id });
        toast({ title: 'Success', description: `${name} revoked` });
      } catch (error) {
        const gone = error instanceof ProblemError && error.code === 'not_found';
        if (!gone) console.error('Revoking an API token failed', error);
        toast({
          title: 'Error',
          description: gone ? `${name} was already revoked` : `Failed to revoke ${name}`,
          variant: 'destructive',
        });
      }
      onEnd();
      await client.invalidateQueries({ queryKey: queryKeyOf(apiTokens.list) });
    });
  return { busy, revoke };
}
