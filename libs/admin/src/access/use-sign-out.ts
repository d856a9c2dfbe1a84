import { signOut } from '@docfolio/api-client/session';
import { useNavigate } from '@docfolio/federation/router';
import { toast } from '@docfolio/ui/runtime';
import { useState } from 'react';

export function useSignOut() {
  const navigate = useNavigate();
  const [signingOut, setSigningOut] = useState(false);

  async function run() {
    setSigningOut(true);
    try {
      await signOut();
      // Without a return path, so that the next sign-in leads to the dashboard.
      navigate('/auth', { replace: true });
      toast({ title: 'Success', description: 'You have been signed out.' });
    } catch (error) {
      console.error('Signing out failed', error);
      toast({ title: 'Error', description: 'Error signing out', variant: 'destructive' });
    } finally {
      setSigningOut(false);
    }
  }

  return { signingOut, signOut: () => void run() };
}
