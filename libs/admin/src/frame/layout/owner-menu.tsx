import { useSession } from '@docfolio/api-client/session';
import { useNavigate } from '@docfolio/federation/router';
import { Menu, MenuContent, MenuItem, MenuLabel, MenuSeparator, MenuTrigger } from '@docfolio/ui/overlays/menu';
import { Globe, KeyRound, LogOut, Trash2 } from 'lucide-react';
import { initialsOf } from './initials.js';

interface OwnerMenuProps {
  onChangePassword: () => void;
  onSignOut: () => void;
}

export function OwnerMenu({ onChangePassword, onSignOut }: OwnerMenuProps) {
  const { user } = useSession();
  const navigate = useNavigate();
  if (!user) return null;
  return (
    <Menu>
      <MenuTrigger>
        <button
          type="button"
          aria-label={`Account: ${user.email}`}
          className="touch-target grid size-6 shrink-0 place-items-center rounded-full border border-line-strong bg-raised text-[0.625rem]/none font-semibold text-muted transition-colors hover:text-ink data-[state=open]:text-ink max-md:size-7"
        >
          {initialsOf(user.email)}
        </button>
      </MenuTrigger>
      <MenuContent align="end" sideOffset={8} className="w-56">
        <MenuLabel>
          <span className="mono block truncate text-mono" title={user.email}>
            {user.email}
          </span>
        </MenuLabel>
        <MenuSeparator />
        <MenuItem icon={<Globe size={14} strokeWidth={1.75} />} onSelect={() => navigate('/')}>
          Go to the site
        </MenuItem>
        <MenuItem icon={<Trash2 size={14} strokeWidth={1.75} />} onSelect={() => navigate('/admin/trash')}>
          Trash
        </MenuItem>
        <MenuItem icon={<KeyRound size={14} strokeWidth={1.75} />} onSelect={onChangePassword}>
          Change password
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<LogOut size={14} strokeWidth={1.75} />} onSelect={onSignOut}>
          Sign Out
        </MenuItem>
      </MenuContent>
    </Menu>
  );
}
