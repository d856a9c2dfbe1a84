import { Module } from '@nestjs/common';
import { DeadLettersController } from './dead-letters.controller.js';

@Module({ controllers: [DeadLettersController] })
export class DeadLettersModule {}
