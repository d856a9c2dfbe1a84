import './styles.css';

export { CrmRoutes as default } from './crm-routes.js';
