import { imageRoute, imageUploadPath } from '@docfolio/contracts/image';
import { livePath } from '@docfolio/contracts/live';
import type { Access, HttpMethod } from '@docfolio/contracts/operation';
import { downloadRoute } from './downloads/downloads.controller.js';
import { oneClickRoute } from './newsletter/one-click.controller.js';
import { referencePaths } from './openapi/reference.controller.js';
import { apiPrefix } from './operations/api-prefix.js';

export interface HandWrittenRoute {
  method: HttpMethod;
  path: string;
  access: Access;
}

/** Routes that are not generated from an operation. */
export const handWrittenRoutes: readonly HandWrittenRoute[] = [
  ...Object.values(referencePaths).map((path): HandWrittenRoute => ({ method: 'GET', path, access: 'public' })),
  { method: 'GET', path: apiPrefix + livePath, access: 'admin' },
  { method: 'GET', path: downloadRoute, access: 'public' },
  { method: 'POST', path: oneClickRoute, access: 'public' },
  { method: 'GET', path: apiPrefix + imageRoute, access: 'public' },
  { method: 'POST', path: apiPrefix + imageUploadPath, access: 'admin' },
];
