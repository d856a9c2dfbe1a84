import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface ImageContents {
  /** Folders of the packages whose production code the image runs. */
  workspaces: string[];
  /** Other built files, relative to the root. */
  files: string[];
  /** Limit of node_modules in MB. */
  maxModulesMegabytes: number;
}

/** Returns the contents of infra/docker/images.json, keyed by Dockerfile target. */
export function imageCatalogue(root: string): Record<string, ImageContents> {
  return JSON.parse(readFileSync(join(root, 'infra/docker/images.json'), 'utf8')) as Record<string, ImageContents>;
}
