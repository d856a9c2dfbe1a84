import { FileText, type LucideIcon } from 'lucide-react';

export interface ComingPageDetails {
  path: string;
  /** As the specification, section 2, heads the page. */
  title: string;
  sentence: string;
  icon: LucideIcon;
}

/** The admin pages that this release leaves out. */
export const comingPages: readonly ComingPageDetails[] = [
  {
    path: '/admin/blog/new',
    title: 'Create New Blog Post',
    sentence: 'Posts will be written and published here.',
    icon: FileText,
  },
  {
    path: '/admin/blog/edit/:id',
    title: 'Edit Blog Post',
    sentence: 'Posts will be written and published here.',
    icon: FileText,
  },
  {
    path: '/admin/blog/:id',
    title: 'Edit Blog Post',
    sentence: 'Posts will be written and published here.',
    icon: FileText,
  },
];
