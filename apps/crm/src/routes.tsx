import './styles.css';

/** The module that the host loads. */
export { CrmRoutes as default } from './crm-routes.js';
