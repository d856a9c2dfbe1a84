import { Activity, KeyRound, LayoutDashboard, type LucideIcon, Rocket, ScrollText, Trash2 } from 'lucide-react';
import { allKindFacts, type KindFacts } from '../kinds/kind-facts.js';

export interface PageLink {
  to: string;
  /** Further paths of pages that belong to the link. */
  also?: readonly string[];
  /** The remote of the page. */
  remote: 'crm' | 'ops';
  label: string;
  icon: LucideIcon;
  /** The key that opens the page when pressed after G. */
  goKey?: string;
}

/** The page that says what is wrong, in plain words. */
export const operationsPath = '/admin/system';

const linkOf = ({ path, label, icon, goKey }: KindFacts): PageLink => ({
  to: path,
  remote: 'crm',
  label,
  icon,
  goKey,
});
const linksOf = (group: 'people' | 'site' | undefined) =>
  allKindFacts.filter((facts) => facts.group === group).map(linkOf);

/** The sidebar's links by group, without those at its foot, in the order of the specification, section 2. */
export const sidebarGroups: readonly (readonly PageLink[])[] = [
  [{ to: '/admin', remote: 'crm', label: 'Dashboard', icon: LayoutDashboard, goKey: 'd' }],
  linksOf('people'),
  linksOf('site'),
];

const trashLink: PageLink = { to: '/admin/trash', remote: 'crm', label: 'Trash', icon: Trash2 };

/** The links at the foot of the sidebar, below the groups. */
export const footLinks: readonly PageLink[] = [
  {
    to: operationsPath,
    also: ['/admin/attention', '/admin/deployments', '/admin/audit'],
    remote: 'ops',
    label: 'Operations',
    icon: Activity,
  },
  trashLink,
];

/** Pages of the palette that the groups above do not have. */
const otherLinks: readonly PageLink[] = [
  { to: '/admin/deployments', remote: 'ops', label: 'Deployments', icon: Rocket },
  { to: operationsPath, remote: 'ops', label: 'System', icon: Activity },
  { to: '/admin/audit', remote: 'ops', label: 'Audit', icon: ScrollText },
  trashLink,
  { to: '/admin/deployments/tokens', remote: 'ops', label: 'API tokens', icon: KeyRound },
];

/** All pages of the command palette. */
export const pageLinks: readonly PageLink[] = [...sidebarGroups.flat(), ...linksOf(undefined), ...otherLinks];
