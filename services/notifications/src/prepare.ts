import 'reflect-metadata';
import { prepareService } from '@docfolio/service-kit/bootstrap';
import { AppModule } from './app.module.js';
import { config } from './config.js';

// Creates the service's collections and indexes, for a task that runs before an update.
await prepareService({ name: 'notifications', module: AppModule, config });
