import { Activity, KeyRound, LayoutDashboard, type LucideIcon, Rocket, ScrollText, Trash2 } from 'lucide-react';
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

/** The sidebar's links by group, without those at its foot, in the order of the specification, section 2. */
export const sidebarGroups: readonly (readonly PageLink[])[] = [
  [{ to: '/admin', label: 'Dashboard', icon: LayoutDashboard, goKey: 'd' }],
  linksOf('people'),
  linksOf('site'),
];

/** The links at the foot of the sidebar, below the groups. */
export const footLinks: readonly PageLink[] = [
  { to: '/admin/deployments', label: 'Deployments', icon: Rocket },
  { to: '/admin/system', label: 'System', icon: Activity },
  { to: '/admin/audit', label: 'Audit', icon: ScrollText },
  { to: '/admin/trash', label: 'Trash', icon: Trash2 },
];

const tokensLink: PageLink = { to: '/admin/deployments/tokens', label: 'API tokens', icon: KeyRound };

/** All pages of the command palette: the sidebar's, and those that it omits. */
export const pageLinks: readonly PageLink[] = [
  ...sidebarGroups.flat(),
  ...linksOf(undefined),
  ...footLinks,
  tokensLink,
];
