import './styles.css';

export { admin } from './app/admin.js';
export { CrmRoutes as default } from './crm-routes.js';
