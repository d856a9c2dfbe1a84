import type { ReactNode } from 'react';

// The icon set (Lucide) has no brand icons. These follow its grid and stroke.
function Mark({ children }: { children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      width={16}
      height={16}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  );
}

export function GithubMark() {
  return (
    <Mark>
      <path d="M15.5 21.5v-3.4a3.3 3.3 0 0 0-.9-2.6c3.1-.3 6-1.6 6-6.4a4.9 4.9 0 0 0-1.4-3.5 4.6 4.6 0 0 0-.1-3.4s-1.2-.3-3.6 1.3a12.4 12.4 0 0 0-6.5 0C6.6 1.9 5.4 2.2 5.4 2.200a4.6 4.6 0 0 0-.1 3.4 4.9 4.9 0 0 0-1.4 3.500c0 4.8 2.9 6.1 6 6.400a3.3 3.3 0 0 0-.9 2.500v3.5" />
      <path d="M9 18.400c-3.5 1.1-4.3-1.7-6-1.9" />
    </Mark>
  );
}

export function LinkedinMark() {
  return (
    <Mark>
      <path d="M16 8.500a5.5 5.5 0 0 1 5.5 5.500v6.500H18V14a2 2 0 0 0-4 0v6.500h-3.500V14A5.5 5.5 0 0 1 16 8.500z" />
      <path d="M2.5 9.500H6v11H2.500z" />
      <circle cx="4.25" cy="4.5" r="1.75" />
    </Mark>
  );
}
