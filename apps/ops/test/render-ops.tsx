import { renderAdmin } from '@docfolio/admin/testing/render-admin';
import { admin } from '../src/admin.js';
import { OpsRoutes } from '../src/ops-routes.js';

export { address, endSession, signInAs } from '@docfolio/admin/testing/render-admin';

/** Renders a page of operations at a path. @param state of the router, in the history entry */
export const renderOps = (path: string, state?: unknown) => renderAdmin({ Routes: OpsRoutes, admin }, path, state);
