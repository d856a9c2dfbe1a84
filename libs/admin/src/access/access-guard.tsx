import { recheckAdmin, useSession } from '@docfolio/api-client/session';
import { markReady } from '@docfolio/federation/page-ready';
import { Link, Navigate, useLocation } from '@docfolio/federation/router';
import { Button } from '@docfolio/ui/buttons/button';
import { FullPageSpinner } from '@docfolio/ui/display/spinner';
import { EmptyState } from '@docfolio/ui/states/empty-state';
import { ErrorState } from '@docfolio/ui/states/error-state';
import { ShieldOff } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import type { CaughtAt } from './return-path.js';
import { useSignOut } from './use-sign-out.js';

/** Shows its children to admins, 'Access Denied' to other users, and redirects signed-out ones to `/auth`. */
export function AccessGuard({ children }: { children: ReactNode }) {
  const { status, isAdmin, adminLookup } = useSession();
  const { pathname, search, hash } = useLocation();
  if (status === 'loading') return <FullPageSpinner label="Checking your session" />;
  if (status === 'signed-out') {
    const state: CaughtAt = { from: pathname + search + hash };
    return <Navigate to="/auth" replace state={state} />;
  }
  if (isAdmin === 'loading') return <FullPageSpinner label="Checking your access" />;
  if (isAdmin) return children;
  return adminLookup === 'failed' ? <LookupFailed /> : <AccessDenied />;
}

function AccessDenied() {
  const { user } = useSession();
  const { signOut, signingOut } = useSignOut();
  return (
    <WholePage>
      <EmptyState
        icon={<ShieldOff size={20} strokeWidth={1.75} className="text-warning" />}
        title="Access Denied"
        detail="You don't have admin privileges."
        action={
          <>
            <Button size="sm" variant="primary" busy={signingOut} onClick={signOut}>
              Sign Out
            </Button>
            <Button size="sm" asChild>
              <Link to="/">Go to the site</Link>
            </Button>
          </>
        }
      />
      <p className="mono mt-8 max-w-full truncate text-mono text-faint">{user?.email}</p>
    </WholePage>
  );
}

function LookupFailed() {
  const { signOut, signingOut } = useSignOut();
  return (
    <WholePage>
      <ErrorState
        title="Your access could not be checked"
        detail="The server did not respond. You are still signed in."
        onRetry={recheckAdmin}
      />
      <Button size="sm" variant="ghost" className="mt-2" busy={signingOut} onClick={signOut}>
        Sign Out
      </Button>
    </WholePage>
  );
}

function WholePage({ children }: { children: ReactNode }) {
  // It is shown in place of a remote's page, which would do so.
  useEffect(() => markReady('admin'), []);
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center bg-canvas px-5 py-12 text-center">
      {children}
    </main>
  );
}
