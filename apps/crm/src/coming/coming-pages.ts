import { Briefcase, FileText, type LucideIcon, MessageSquareText, Rss } from 'lucide-react';

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
    path: '/admin/service-inquiries',
    title: 'Service Inquiries',
    sentence: 'What visitors ask of a service will be listed here.',
    icon: MessageSquareText,
  },
  {
    path: '/admin/portfolio-inquiries',
    title: 'Portfolio Inquiries',
    sentence: 'Who wants something like a portfolio project will be listed here.',
    icon: Briefcase,
  },
  {
    path: '/admin/blog-subscribers',
    title: 'Blog Subscribers',
    sentence: 'Who reads the newsletter will be listed here.',
    icon: Rss,
  },
  { path: '/admin/blog', title: 'Blog Posts', sentence: 'Posts will be written and published here.', icon: FileText },
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
