import { signOut, useSession } from '@docfolio/api-client/session';
import { useNavigate } from '@docfolio/federation/router';
import { toast } from '@docfolio/ui/runtime';
import { LogIn, LogOut } from 'lucide-react';
import { useState } from 'react';
import { BarButton } from './bar-button.js';

/** A button that signs the user out; for visitors, one that leads to the sign-in page. */
export function AccountButton({ side, className }: { side?: 'right' | 'bottom'; className?: string }) {
  const { status } = useSession();
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);

  async function leave() {
    setLeaving(true);
    try {
      await signOut();
      toast({ title: 'Signed out successfully' });
    } catch (error) {
      console.error('Sign-out failed', error);
      toast({ title: 'Failed to sign out', variant: 'destructive' });
    } finally {
      setLeaving(false);
    }
  }

  if (status === 'signed-in') {
    return (
      <BarButton label="Sign out" side={side} className={className} busy={leaving} onClick={() => void leave()}>
        <LogOut aria-hidden size={16} strokeWidth={1.75} />
      </BarButton>
    );
  }
  return (
    <BarButton label="Sign in" side={side} className={className} onClick={() => navigate('/auth')}>
      <LogIn aria-hidden size={16} strokeWidth={1.75} />
    </BarButton>
  );
}
