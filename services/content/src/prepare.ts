import 'reflect-metadata';
import { prepareService } from '@docfolio/service-kit/bootstrap';
import { AppModule } from './app.module.js';
import { config } from './config.js';

// Run by the migrate task before a new version starts: creates collections and indexes.
await prepareService({ name: 'content', module: AppModule, config });
