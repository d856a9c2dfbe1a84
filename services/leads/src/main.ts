import { runService } from '@docfolio/service-kit/run-service';
import definition from './process.js';

await runService(definition);
