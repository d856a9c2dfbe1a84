import { z } from 'zod';
import { readPublicKeys } from './signing-keys.js';

/** Setting of the processes that check builds of remotes. */
export const remotesPublicKeys = z
  .string()
  .refine((text) => {
    try {
      readPublicKeys(text);
      return true;
    } catch {
      return false;
    }
  }, 'not Ed25519 public keys as `npm run remotes -- keygen` prints them')
  .optional()
  .meta({
    description:
      'Public keys of those who may publish builds of remotes, separated by commas. Without it no build can be published or deployed.',
  });
