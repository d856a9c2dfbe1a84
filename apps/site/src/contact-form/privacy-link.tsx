import { Link } from '@docfolio/federation/router';

export function PrivacyLink({ children, className = '' }: { children: string; className?: string }) {
  return (
    <Link
      to="/privacy"
      className={`touch-target text-faint text-ui underline decoration-line-strong underline-offset-3 hover:text-ink ${className}`}
    >
      {children}
    </Link>
  );
}
