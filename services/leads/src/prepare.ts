import 'reflect-metadata';
import { prepareService } from '@docfolio/service-kit/bootstrap';
import { AppModule } from './app.module.js';
import { config } from './config.js';

// Creates the service's collections and indexes, for a task that runs before the service is updated.
await prepareService({ name: 'leads', module: AppModule, config });
