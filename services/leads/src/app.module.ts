import { MongoModule } from '@docfolio/service-kit/mongo/mongo.module';
import { Module } from '@nestjs/common';
import { config } from './config.js';
import { InquiriesModule } from './inquiries/inquiries.module.js';
import { LeadsModule } from './leads/leads.module.js';
import { SubscribersModule } from './subscribers/subscribers.module.js';
import { TimelineModule } from './timeline/timeline.module.js';

@Module({
  imports: [
    MongoModule.forRoot({ uri: config.MONGODB_URI, dbName: config.MONGODB_DATABASE }),
    LeadsModule,
    InquiriesModule,
    SubscribersModule,
    TimelineModule,
  ],
})
export class AppModule {}
