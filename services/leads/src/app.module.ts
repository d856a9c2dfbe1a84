import { MongoModule } from '@docfolio/service-kit/mongo/mongo.module';
import { Module } from '@nestjs/common';
import { config } from './config.js';
import { LeadsModule } from './leads/leads.module.js';

@Module({
  imports: [MongoModule.forRoot({ uri: config.MONGODB_URI, dbName: config.MONGODB_DATABASE }), LeadsModule],
})
export class AppModule {}
