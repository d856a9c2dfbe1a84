import { RemoteScope } from '@docfolio/ui/runtime';
import { type ReactNode, useRef } from 'react';
import { AccessGuard } from '../access/access-guard.js';
import { onDemand } from '../records/on-demand.js';
import { useFormRoute } from '../records/use-form-route.js';
import { AdminLayout } from './layout/admin-layout.js';
import { useSidebarCounts } from './layout/sidebar-counts.js';
import { useLiveRecords } from './live.js';
import { Palette } from './palette/palette.js';
import { type AdminParts, AdminPartsContext } from './parts.js';
import type { PasswordDialogProps } from './password/password-dialog.js';

const PasswordDialog = onDemand<PasswordDialogProps>({
  load: async () =>
    (await import(/* webpackChunkName: "lazy-password" */ './password/password-dialog.js')).PasswordDialog,
  isOpen: ({ open }) => open,
  close: ({ onOpenChange }) => onOpenChange(false),
  words: 'The form could not be loaded.',
});

interface AdminFrameProps {
  /** The remote of the page. */
  remote: string;
  parts: AdminParts;
  /** The page. */
  children: ReactNode;
}

/** Shows a page to admins, inside the layout that all pages under `/admin` share; to others, why they do not see it. */
export function AdminFrame({ remote, parts, children }: AdminFrameProps) {
  return (
    <RemoteScope name="admin" className="contents">
      <AdminPartsContext value={parts}>
        <AccessGuard>
          <Admin remote={remote} parts={parts}>
            {children}
          </Admin>
        </AccessGuard>
      </AdminPartsContext>
    </RemoteScope>
  );
}

/** Use it inside AccessGuard only: nothing may be requested before sign-in. */
function Admin({ remote, parts, children }: AdminFrameProps) {
  const shown = useRef(new Set<string>());
  shown.current.add(remote);
  // Only of those that are loaded: others show nothing that could be out of date, and a failed one is loaded again by Retry.
  useLiveRecords(() => [...shown.current].flatMap((name) => parts.loaded(name) ?? []));
  // In the address, because browsers open it from /.well-known/change-password.
  const account = useFormRoute('account');
  return (
    <>
      <AdminLayout counts={useSidebarCounts()} search={<Palette />} onChangePassword={() => account.open('password')}>
        {children}
      </AdminLayout>
      <PasswordDialog open={account.value === 'password'} onOpenChange={account.close} />
    </>
  );
}
