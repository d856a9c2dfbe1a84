import type { ServiceName } from '@docfolio/contracts/core/operation';
import type { ProcessDefinition } from '@docfolio/process/definition';
import type { DynamicModule, Type } from '@nestjs/common';
import type { z } from 'zod';
import type { Migration } from './mongo/migrations/migration.js';

export interface ServiceDefinition<Config extends z.ZodObject = z.ZodObject> extends ProcessDefinition<Config> {
  name: ServiceName;
  tier: 'service';
  /** Imports the service's module. Late: programs that only ask what processes there are do not load it. */
  module(config: z.output<Config>): Promise<Type | DynamicModule>;
  /** Changes of its stored data (docs/development.md), in the database that MONGODB_DATABASE names. */
  migrations: readonly Migration[];
}

/** Declares a service: a process that receives its requests over Redis. Its main.ts runs it. */
export function defineService<Config extends z.ZodObject>(
  definition: Omit<ServiceDefinition<Config>, 'tier'>,
): ServiceDefinition<Config> {
  return { ...definition, tier: 'service' };
}
