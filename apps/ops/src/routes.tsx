import './styles.css';

export { admin } from './admin.js';
export { OpsRoutes as default } from './ops-routes.js';
