import { NavLink } from '@docfolio/federation/router';
import { type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Tip } from './tip.js';

export const itemLook =
  'group flex h-8 w-full shrink-0 cursor-pointer items-center gap-3 rounded-control px-2 font-book text-muted text-ui transition-colors hover:bg-surface hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:font-medium aria-[current=page]:text-ink max-md:h-11';

/** CSS classes of a group's heading, which the collapsed sidebar (variant `rail`) hides without changing its height. */
export const groupLook =
  'mb-1.5 overflow-hidden whitespace-nowrap px-2 font-medium text-caption text-faint rail:invisible';

export const iconLook = 'shrink-0 text-faint transition-colors group-aria-[current=page]:text-accent';

/** Icon and label of a sidebar row, then `end`. The collapsed sidebar shows the icon only. */
export function ItemContent({ icon: Icon, label, end }: { icon: LucideIcon; label: string; end?: ReactNode }) {
  return (
    <>
      <Icon aria-hidden size={16} strokeWidth={1.75} className={iconLook} />
      <ItemLabel end={end}>{label}</ItemLabel>
    </>
  );
}

export function ItemLabel({ children, end }: { children: ReactNode; end?: ReactNode }) {
  return (
    <>
      <span className="min-w-0 truncate rail:sr-only">{children}</span>
      {end && <span className="ml-auto shrink-0 rail:hidden">{end}</span>}
    </>
  );
}

/** A sidebar row's tooltip, for while the sidebar is collapsed to icons. */
export function ItemTooltip({
  label,
  collapsed,
  children,
}: {
  label: string;
  collapsed: boolean;
  children: ReactElement;
}) {
  return (
    <Tip label={label} side="right" enabled={collapsed}>
      {children}
    </Tip>
  );
}

export function NavItem({
  to,
  label,
  icon,
  collapsed,
  missing,
}: {
  to: string;
  label: string;
  icon: LucideIcon;
  collapsed: boolean;
  /** Whether the page's remote could not be loaded. */
  missing: boolean;
}) {
  const warning = missing && (
    <>
      <TriangleAlert aria-hidden size={14} strokeWidth={1.75} className="text-warning" />
      <span className="sr-only">, could not be loaded</span>
    </>
  );
  return (
    <ItemTooltip label={label} collapsed={collapsed}>
      <NavLink to={to} end={to === '/'} className={itemLook}>
        <ItemContent icon={icon} label={label} end={warning} />
      </NavLink>
    </ItemTooltip>
  );
}
