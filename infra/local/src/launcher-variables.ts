import { configFields } from '@docfolio/process/config-fields';
import { launcherSettings } from './config.schema.js';

export interface LauncherVariable {
  name: string;
  defaultValue: string;
  description: string;
}

const withoutOf = (name: string): string =>
  String(launcherSettings.shape[name as keyof typeof launcherSettings.shape].meta()?.without);

/** Variables that `npm start` and `npm run dev` read, with their defaults in words. */
export const launcherVariables: readonly LauncherVariable[] = configFields(launcherSettings).map(
  ({ name, defaultValue = withoutOf(name), description }) => ({ name, defaultValue, description }),
);
