import './admin-frame.css';

export { AdminFrame } from '@docfolio/admin/frame/admin-frame';
