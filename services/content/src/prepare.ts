import 'reflect-metadata';
import { prepareService } from '@docfolio/service-kit/bootstrap';
import { AppModule } from './app.module.js';
import { config } from './config.js';

// Creates collections, indexes and derived fields. The migrate task runs it before a new version starts.
await prepareService({ name: 'content', module: AppModule, config });
