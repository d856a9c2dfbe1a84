import { imageUploadPath } from '@docfolio/contracts/entities/image';
import { buildUploadPath } from '@docfolio/contracts/entities/remote';

/** Routes below /api of uploads, which may take longer than other requests. */
export const uploadRoutes = [imageUploadPath, buildUploadPath].map((path) => `/v1${path}`);

const patterns = uploadRoutes.map((route) => new RegExp(`^/api${route.replaceAll(/:\w+/g, '[^/?]+')}(\\?|$)`));

export function isUpload({ method, url = '' }: { method?: string | undefined; url?: string | undefined }): boolean {
  return method === 'POST' && patterns.some((pattern) => pattern.test(url));
}
