import { renderAdmin } from '@docfolio/admin/testing/render-admin';
import { admin } from '../src/app/admin.js';
import { CrmRoutes } from '../src/crm-routes.js';

export { address, endSession, signInAs } from '@docfolio/admin/testing/render-admin';

/** Renders the CRM at a path. @param state of the router, in the history entry */
export const renderCrm = (path: string, state?: unknown) => renderAdmin({ Routes: CrmRoutes, admin }, path, state);
