import './styles.css';

/** The module of this remote that the shell loads by federation. */
export { CrmRoutes as default } from './crm-routes.js';
