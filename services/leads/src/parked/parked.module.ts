import { Module } from '@nestjs/common';
import { ParkedController } from './parked.controller.js';

@Module({ controllers: [ParkedController] })
export class ParkedModule {}
