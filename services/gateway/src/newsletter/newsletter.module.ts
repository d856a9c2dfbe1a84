import { Module } from '@nestjs/common';
import { OneClickController } from './one-click.controller.js';

@Module({ controllers: [OneClickController] })
export class NewsletterModule {}
