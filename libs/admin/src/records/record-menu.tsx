import { IconButton } from '@docfolio/ui/buttons/icon-button';
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from '@docfolio/ui/overlays/menu';
import { EllipsisVertical, Eye, type LucideIcon, Pencil, Trash2 } from 'lucide-react';
import { Fragment, memo } from 'react';

export interface RecordMenuItem {
  label: string;
  icon?: LucideIcon;
  /** Replaces the icon, e.g. by a status glyph. */
  glyph?: React.ReactNode;
  onSelect: () => void;
  disabled?: boolean;
  /** As a button: shows a spinner. */
  busy?: boolean;
  /** As a button: the key that presses it while its row is active. */
  shortcut?: string;
  tone?: 'danger';
  checked?: boolean;
}

interface RecordMenuProps {
  label: string;
  /** Separated by lines. Empty groups are omitted. */
  groups: readonly (readonly RecordMenuItem[])[];
  busy?: boolean;
  className?: string;
}

export const RecordMenu = memo(function RecordMenu({ label, groups, busy, className }: RecordMenuProps) {
  const shown = groups.filter((group) => group.length > 0);
  return (
    <Menu>
      <MenuTrigger>
        <IconButton label={label} size="sm" tooltip="none" busy={busy} className={className}>
          <EllipsisVertical aria-hidden size={16} strokeWidth={1.75} />
        </IconButton>
      </MenuTrigger>
      <MenuContent align="end">
        {shown.map((group, index) => (
          <Fragment key={group[0]!.label}>
            {index > 0 && <MenuSeparator />}
            {group.map(({ label: words, icon: Icon, glyph, busy: _, shortcut: _key, ...item }) => (
              <MenuItem key={words} icon={Icon ? <Icon size={16} strokeWidth={1.75} /> : glyph} {...item}>
                {words}
              </MenuItem>
            ))}
          </Fragment>
        ))}
      </MenuContent>
    </Menu>
  );
});

export const viewItem = (onSelect: () => void): RecordMenuItem => ({ label: 'View Details', icon: Eye, onSelect });
export const editItem = (onSelect: () => void): RecordMenuItem => ({ label: 'Edit', icon: Pencil, onSelect });
export const deleteItem = (onSelect: () => void, disabled = false): RecordMenuItem => ({
  label: 'Delete',
  icon: Trash2,
  tone: 'danger',
  onSelect,
  disabled,
});
