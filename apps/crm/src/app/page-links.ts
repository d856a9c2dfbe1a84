import { LayoutDashboard, type LucideIcon, Trash2 } from 'lucide-react';
import { allKinds, type ListedKind } from './kinds.js';

export interface PageLink {
  to: string;
  label: string;
  icon: LucideIcon;
  /** The key that opens the page when pressed after G. */
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

/** The sidebar's links by group, in the order of the specification, section 2. */
export const sidebarGroups: readonly (readonly PageLink[])[] = [
  [{ to: '/admin', label: 'Dashboard', icon: LayoutDashboard, goKey: 'd' }],
  linksOf('people'),
  linksOf('site'),
];

export const trashLink: PageLink = { to: '/admin/trash', label: 'Trash', icon: Trash2 };

/** The pages in the command palette: the sidebar's, list pages that the sidebar omits, and the trash. */
export const pageLinks: readonly PageLink[] = [...sidebarGroups.flat(), ...linksOf(undefined), trashLink];
