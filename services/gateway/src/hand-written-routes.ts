import { livePath } from '@docfolio/contracts/core/live';
import type { Access, ApiScope, HttpMethod } from '@docfolio/contracts/core/operation';
import { imageRoute, imageUploadPath } from '@docfolio/contracts/entities/image';
import { buildFilesPath, buildUploadPath } from '@docfolio/contracts/entities/remote';
import { downloadRoute } from './downloads/downloads.controller.js';
import { apiPrefix } from './http/api-prefix.js';
import { oneClickRoute } from './newsletter/one-click.controller.js';
import { referencePaths } from './openapi/reference.controller.js';

export interface HandWrittenRoute {
  method: HttpMethod;
  path: string;
  access: Access;
  /** The scope with which an API token may call the route. Default: none may. */
  scope?: ApiScope;
}

/** Routes that are not generated from an operation. */
export const handWrittenRoutes: readonly HandWrittenRoute[] = [
  ...Object.values(referencePaths).map((path): HandWrittenRoute => ({ method: 'GET', path, access: 'public' })),
  { method: 'GET', path: apiPrefix + livePath, access: 'admin' },
  { method: 'GET', path: downloadRoute, access: 'public' },
  { method: 'POST', path: oneClickRoute, access: 'public' },
  { method: 'GET', path: apiPrefix + imageRoute, access: 'public' },
  { method: 'POST', path: apiPrefix + imageUploadPath, access: 'admin' },
  { method: 'GET', path: apiPrefix + buildFilesPath, access: 'public' },
  { method: 'POST', path: apiPrefix + buildUploadPath, access: 'admin', scope: 'remotes:write' },
];
