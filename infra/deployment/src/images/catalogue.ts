import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface ImageContents {
  /** Folders of the packages whose production code it runs. */
  workspaces: string[];
  /** Other built files, relative to the root. */
  files: string[];
  /** Limit of its node_modules, in MB. */
  maxModulesMegabytes: number;
}

/** The images of infra/docker/Dockerfile by target, as infra/docker/images.json lists them. */
export function imageCatalogue(root: string): Record<string, ImageContents> {
  return JSON.parse(readFileSync(join(root, 'infra/docker/images.json'), 'utf8')) as Record<string, ImageContents>;
}
