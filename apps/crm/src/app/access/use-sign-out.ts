import { signOut } from '@docfolio/api-client/session';
import { useNavigate } from '@docfolio/federation/router';
import { toast } from '@docfolio/ui/runtime';
import { useState } from 'react';

/** Signs the owner out with the admin's words (specification, section 8) and leaves for the sign-in page. */
export function useSignOut() {
  const navigate = useNavigate();
  const [signingOut, setSigningOut] = useState(false);

  async function run() {
    setSigningOut(true);
    try {
      await signOut();
      // Who leaves on purpose starts at the dashboard next time, not where the guard then caught them.
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
