import 'reflect-metadata';
import { prepareService } from '@docfolio/service-kit/bootstrap';
import { AppModule } from './app.module.js';
import { config } from './config.js';

// Creates collections and indexes, before a new version starts.
await prepareService({ name: 'media', module: AppModule, config });
