import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface ImageContents {
  /** Workspace folders whose production code the image contains. */
  workspaces: string[];
  files: string[];
  maxModulesMegabytes: number;
}

/** Reads infra/docker/images.json, keyed by Dockerfile target. */
export function imageCatalogue(root: string): Record<string, ImageContents> {
  return JSON.parse(readFileSync(join(root, 'infra/docker/images.json'), 'utf8')) as Record<string, ImageContents>;
}
