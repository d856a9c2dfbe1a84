import 'reflect-metadata';
import { loadConfig, type ServiceConfig } from '@docfolio/process/config';
import { type DynamicModule, Module } from '@nestjs/common';
import type { z } from 'zod';
import { prepareService, startUntilSignal } from './bootstrap.js';
import { MongoModule } from './mongo/mongo.module.js';
import type { ServiceDefinition } from './service-definition.js';

@Module({})
class OwnDatabaseModule {}

/**
 * Runs a service: until SIGTERM or SIGINT without arguments, or `prepare [status]`, which migrates its data and ends.
 * Exits with 78 if a setting is invalid, and with 2 for another argument.
 */
export async function runService<Config extends z.ZodObject>(
  definition: ServiceDefinition<Config>,
  [command, ...args]: readonly string[] = process.argv.slice(2),
): Promise<void> {
  const { name, migrations } = definition;
  if (command !== undefined && command !== 'prepare') {
    process.stderr.write(`${name}: unknown argument ${command}. There is only: prepare [status]\n`);
    process.exit(2);
  }
  const settings = loadConfig(definition.config);
  const config = settings as ServiceConfig & { MONGODB_DATABASE: string };
  const database = { uri: config.MONGODB_URI, dbName: config.MONGODB_DATABASE, migrations };
  const module: DynamicModule = {
    module: OwnDatabaseModule,
    imports: [MongoModule.forRoot(database), await definition.module(settings)],
  };
  if (command === 'prepare')
    await prepareService({ name, module, config, database, isStatusOnly: args[0] === 'status' });
  else await startUntilSignal({ name, module, config });
}
