import { MongoModule } from '@docfolio/service-kit/mongo/mongo.module';
import { Module } from '@nestjs/common';
import { InquiriesModule } from '../inquiries/inquiries.module.js';
import { SubjectsRepository } from './subjects.repository.js';
import { TimelineController } from './timeline.controller.js';
import { TimelineRepository, timelineSchema } from './timeline.repository.js';
import { TimelineService } from './timeline.service.js';
import { TimelineSubscriber } from './timeline.subscriber.js';
import { TimelinePurger } from './timeline-purger.js';

@Module({
  imports: [InquiriesModule, MongoModule.forFeature('timeline_entries', timelineSchema)],
  controllers: [TimelineController],
  providers: [TimelineService, TimelineRepository, TimelineSubscriber, TimelinePurger, SubjectsRepository],
})
export class TimelineModule {}
