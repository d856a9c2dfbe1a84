import { RecordMenu } from '@docfolio/admin/records/record-menu';
import { exactTimeOf, minuteOf } from '@docfolio/admin/records/record-texts';
import { Dot } from '@docfolio/admin/records/time-text';
import { type ApiToken, apiTokenPrefix, scopeOfRemote } from '@docfolio/contracts/entities/api-token';
import { adminRemotes } from '@docfolio/contracts/entities/remote';
import { Button } from '@docfolio/ui/buttons/button';
import type { Column, PhoneRowParts } from '@docfolio/ui/tables/data-table';
import { Trash2 } from 'lucide-react';
import { everyScope } from './remotes-choice.js';

const tokenText = ({ ending }: ApiToken) => `${apiTokenPrefix}…${ending}`;
const lastUseText = ({ last_used_at }: ApiToken) => (last_used_at ? minuteOf(last_used_at) : 'Never');

/** Returns the remotes that a token is for. A scope without a remote covers all but those of the admin's session. */
function remotesText({ scopes }: ApiToken): string {
  const everything = [everyScope, ...adminRemotes.map((name) => scopeOfRemote(everyScope, name))];
  if (everything.every((scope) => scopes.includes(scope))) return 'all';
  return scopes.map((scope) => scope.split(':')[2] ?? `all but ${adminRemotes.join(', ')}`).join(', ');
}

export const tokenColumns: readonly Column<ApiToken>[] = [
  { key: 'name', header: 'Name', width: 200, grow: 300, primary: true, text: ({ name }) => name },
  { key: 'token', header: 'Token', width: 160, mono: true, text: tokenText },
  {
    key: 'scopes',
    header: 'Remotes',
    width: 148,
    mono: true,
    text: remotesText,
    title: ({ scopes }) => scopes.join(', '),
  },
  { key: 'created_by', header: 'Created by', width: 180, grow: 200, text: ({ created_by }) => created_by },
  {
    key: 'created_at',
    header: 'Created',
    width: 156,
    mono: true,
    text: ({ created_at }) => minuteOf(created_at),
    title: ({ created_at }) => exactTimeOf(created_at),
  },
  {
    key: 'last_used_at',
    header: 'Last used',
    width: 156,
    mono: true,
    text: lastUseText,
    title: ({ last_used_at }) => (last_used_at ? exactTimeOf(last_used_at) : undefined),
  },
];

interface RevokeButtonProps {
  token: ApiToken;
  busy: boolean;
  onClick: () => void;
}

export function RevokeButton({ token, busy, onClick }: RevokeButtonProps) {
  return (
    <Button size="xs" variant="ghost" busy={busy} aria-label={`Revoke ${token.name}`} onClick={onClick}>
      Revoke
    </Button>
  );
}

export function tokenPhoneRow(token: ApiToken, busy: boolean, onRevoke: () => void): PhoneRowParts {
  return {
    meta: (
      <>
        <span className="mono text-mono">…{token.ending}</span>
        <Dot />
        {token.last_used_at ? 'used ' : ''}
        <span className="mono text-mono">{token.last_used_at ? minuteOf(token.last_used_at) : 'never used'}</span>
      </>
    ),
    actions: (
      <RecordMenu
        label={`Actions for ${token.name}`}
        className="size-11"
        busy={busy}
        groups={[[{ label: 'Revoke', icon: Trash2, tone: 'danger', onSelect: onRevoke, disabled: busy }]]}
      />
    ),
  };
}
