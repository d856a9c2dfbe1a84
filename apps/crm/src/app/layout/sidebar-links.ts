import {
  Bookmark,
  Briefcase,
  FileText,
  FolderKanban,
  Inbox,
  LayoutDashboard,
  type LucideIcon,
  MessageSquareText,
  Quote,
  Rss,
  Trash2,
  Users,
} from 'lucide-react';

export interface SidebarLink {
  to: string;
  label: string;
  icon: LucideIcon;
}

/** The ten links in the specified order (specification, section 2); a hairline parts the groups. */
export const sidebarGroups: readonly (readonly SidebarLink[])[] = [
  [{ to: '/admin', label: 'Dashboard', icon: LayoutDashboard }],
  [
    { to: '/admin/leads', label: 'Leads', icon: Inbox },
    { to: '/admin/clients', label: 'Clients', icon: Users },
    { to: '/admin/projects', label: 'Projects', icon: FolderKanban },
    { to: '/admin/service-inquiries', label: 'Service Inquiries', icon: MessageSquareText },
    { to: '/admin/portfolio-inquiries', label: 'Portfolio Inquiries', icon: Briefcase },
  ],
  [
    { to: '/admin/blog', label: 'Blog', icon: FileText },
    { to: '/admin/blog-subscribers', label: 'Blog Subscribers', icon: Rss },
    { to: '/admin/bookmarks', label: 'Bookmarks', icon: Bookmark },
    { to: '/admin/testimonials', label: 'Testimonials', icon: Quote },
  ],
];

/** Stands apart from the ten, at the sidebar's foot. */
export const trashLink: SidebarLink = { to: '/admin/trash', label: 'Trash', icon: Trash2 };
