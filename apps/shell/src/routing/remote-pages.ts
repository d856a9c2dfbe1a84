import type { Page } from '@docfolio/site-copy/pages';
import { createContext, useContext } from 'react';

/** Pages that the remotes' builds list in addition to those of the platform. */
export const RemotePages = createContext<readonly Page[]>([]);

export const useRemotePages = () => useContext(RemotePages);
