import 'reflect-metadata';
import { ConfigError, loadConfig, serviceConfig } from '@docfolio/process/config';
import { Module } from '@nestjs/common';
import { z } from 'zod';
import { prepareService, startUntilSignal } from '../bootstrap.js';

// A service with a provider that refuses a setting.

const { RUN, ...config } = loadConfig(z.object({ ...serviceConfig, RUN: z.enum(['start', 'prepare']) }));

@Module({
  providers: [
    {
      provide: 'REFUSING',
      useFactory: () => {
        throw new ConfigError('SETTING: is refused');
      },
    },
  ],
})
class RefusedModule {}

await (RUN === 'start' ? startUntilSignal : prepareService)({ name: 'media', module: RefusedModule, config });
