import 'reflect-metadata';
import { loadConfig, type ServiceConfig } from '@docfolio/process/config';
import { type DynamicModule, Module } from '@nestjs/common';
import type { z } from 'zod';
import { prepareService, startService, startUntilSignal } from './bootstrap.js';
import { MongoModule } from './mongo/mongo.module.js';
import { type PlacedProcess, placed } from './placed-process.js';
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
  const { name } = definition;
  if (command !== undefined && command !== 'prepare') {
    process.stderr.write(`${name}: unknown argument ${command}. There is only: prepare [status]\n`);
    process.exit(2);
  }
  const settings = loadConfig(definition.config);
  const { database, ...options } = await optionsOf(definition, settings);
  if (command === 'prepare') await prepareService({ ...options, database, isStatusOnly: args[0] === 'status' });
  else await startUntilSignal(options);
}

/** Returns a declared service for a Node process that it shares with others (decision 0037). */
export function placedService<Config extends z.ZodObject>(definition: ServiceDefinition<Config>): PlacedProcess {
  return placed(definition, async (settings, logger) => {
    const { name, module, config } = await optionsOf(definition, settings);
    const { health, internalPort, stop } = await startService({ name, module, config }, logger);
    return { health, ready: { port: internalPort }, stop };
  });
}

async function optionsOf<Config extends z.ZodObject>(
  { name, migrations, module }: ServiceDefinition<Config>,
  settings: z.output<Config>,
) {
  const config = settings as ServiceConfig & { MONGODB_DATABASE: string };
  const database = { uri: config.MONGODB_URI, dbName: config.MONGODB_DATABASE, migrations };
  const withDatabase: DynamicModule = {
    module: OwnDatabaseModule,
    imports: [MongoModule.forRoot(database), await module(settings)],
  };
  return { name, module: withDatabase, config, database };
}
