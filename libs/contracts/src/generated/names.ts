// Generated from the contracts by generate.mjs. Do not edit.

export const liveTopics = [
  "bookmarks",
  "clients",
  "blog_comments",
  "parked_submissions",
  "exports",
  "images",
  "leads",
  "mails",
  "newsletter_issues",
  "portfolio_inquiries",
  "blog_posts",
  "projects",
  "service_inquiries",
  "blog_subscribers",
  "testimonials",
  "timeline_entries"
] as const;

export const cacheTags = [
  "bookmarks",
  "comments",
  "posts",
  "testimonials"
] as const;

export const exportLists = [
  "clients",
  "leads",
  "portfolio_inquiries",
  "projects",
  "service_inquiries",
  "blog_subscribers"
] as const;

export const trashTypes = {
  "content": [
    "bookmarks",
    "blog_comments",
    "blog_posts",
    "testimonials"
  ],
  "leads": [
    "clients",
    "leads",
    "portfolio_inquiries",
    "projects",
    "service_inquiries",
    "blog_subscribers"
  ],
  "notifications": []
} as const;

export const countNames = {
  "content": [
    "bookmarks",
    "pending_comments",
    "posts",
    "testimonials",
    "approved_testimonials",
    "pending_testimonials"
  ],
  "leads": [
    "clients",
    "leads",
    "new_leads",
    "portfolio_inquiries",
    "projects",
    "active_projects",
    "service_inquiries",
    "subscribers",
    "active_subscribers"
  ],
  "notifications": [
    "failed"
  ]
} as const;
