import { LayoutDashboard, type LucideIcon, Trash2 } from 'lucide-react';
import { allKinds, type ListedKind } from './kinds.js';

export interface PageLink {
  to: string;
  label: string;
  icon: LucideIcon;
  /** The key that opens this page when pressed after G. */
  goKey?: string;
}

const linkOf = ({ path, title, icon, goKey, sidebar }: ListedKind): PageLink => ({
  to: path,
  label: sidebar?.label ?? title,
  icon,
  goKey,
});
const linksOf = (group: 'people' | 'site' | undefined) =>
  allKinds.filter(({ sidebar }) => sidebar?.group === group).map(linkOf);

/** The sidebar's links in the specified order (specification, section 2), by group. */
export const sidebarGroups: readonly (readonly PageLink[])[] = [
  [{ to: '/admin', label: 'Dashboard', icon: LayoutDashboard, goKey: 'd' }],
  linksOf('people'),
  linksOf('site'),
];

/** The link to the trash, at the foot of the sidebar, below the groups. */
export const trashLink: PageLink = { to: '/admin/trash', label: 'Trash', icon: Trash2 };

/** All pages of the command palette: the sidebar's groups, list pages that these omit, and the trash. */
export const pageLinks: readonly PageLink[] = [...sidebarGroups.flat(), ...linksOf(undefined), trashLink];
