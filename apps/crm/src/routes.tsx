import './styles.css';

/** What the host loads: the CRM's pages, with their styles. */
export { CrmRoutes as default } from './crm-routes.js';
