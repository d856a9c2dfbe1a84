import { createContext, useContext } from 'react';
import type { AdminPart } from '../admin-part.js';

/** What the remotes give to the frame. */
export interface AdminParts {
  /** Loads a remote, once, and returns its part. Rejects if it does not load. */
  load(remote: string): Promise<AdminPart>;
  /** Returns the part of a remote that is loaded, and starts no load. */
  loaded(remote: string): AdminPart | undefined;
}

export const AdminPartsContext = createContext<AdminParts>({
  load: () => Promise.reject(new Error('There is no frame')),
  loaded: () => undefined,
});

export const useAdminParts = () => useContext(AdminPartsContext);
