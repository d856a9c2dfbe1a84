import 'reflect-metadata';
import { runService } from '@docfolio/service-kit/bootstrap';
import { AppModule } from './app.module.js';
import { config } from './config.js';

await runService({ name: 'media', module: AppModule, config });
