// Loaded on demand: together half as large as the rest of the CRM's first page.
export { DropdownMenu, Tooltip } from 'radix-ui';
