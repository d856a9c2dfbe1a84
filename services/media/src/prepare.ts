import 'reflect-metadata';
import { prepareService } from '@docfolio/service-kit/bootstrap';
import { AppModule } from './app.module.js';
import { config } from './config.js';
import { database } from './database.js';

// Migrates the data, and creates collections, indexes and derived fields, before a new version starts.
await prepareService({ name: 'media', module: AppModule, config, database });
