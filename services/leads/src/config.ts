import { loadConfig } from '@docfolio/process/config';
import { configSchema } from './config.schema.js';

export const config = loadConfig(configSchema);
