import { type ApiToken, apiTokenPrefix } from '@docfolio/contracts/api-token';
import { Button } from '@docfolio/ui/buttons/button';
import type { Column, PhoneRowParts } from '@docfolio/ui/tables/data-table';
import { Trash2 } from 'lucide-react';
import { RecordMenu } from '../../records/record-menu.js';
import { exactTimeOf, minuteOf } from '../../records/record-texts.js';
import { Dot } from '../../records/time-text.js';

const tokenText = ({ ending }: ApiToken) => `${apiTokenPrefix}…${ending}`;
const lastUseText = ({ last_used_at }: ApiToken) => (last_used_at ? minuteOf(last_used_at) : 'Never');

export const tokenColumns: readonly Column<ApiToken>[] = [
  { key: 'name', header: 'Name', width: 200, grow: 300, primary: true, text: ({ name }) => name },
  { key: 'token', header: 'Token', width: 160, mono: true, text: tokenText },
  { key: 'scopes', header: 'Scopes', width: 148, mono: true, text: ({ scopes }) => scopes.join(', ') },
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
