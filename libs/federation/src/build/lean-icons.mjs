// @ts-check
import path from 'node:path';
import { NormalModuleReplacementPlugin } from '@rspack/core';
import { librariesFolder } from './libraries.mjs';

const createIcon = path.join(librariesFolder, 'ui/src/create-icon.ts');

/** Makes Lucide's icons with less code. Browser and server builds need it both, because their markup must be equal. */
export const leanIcons = () => new NormalModuleReplacementPlugin(/[\\/]createLucideIcon\.mjs$/, createIcon);
