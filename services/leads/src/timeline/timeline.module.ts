import { MongoModule } from '@docfolio/service-kit/mongo/mongo.module';
import { Module } from '@nestjs/common';
import { SubjectsRepository } from './subjects.repository.js';
import { TimelineController } from './timeline.controller.js';
import { TimelineRepository, timelineSchema } from './timeline.repository.js';
import { TimelineService } from './timeline.service.js';
import { TimelineSubscriber } from './timeline.subscriber.js';

@Module({
  imports: [MongoModule.forFeature('timeline_entries', timelineSchema)],
  controllers: [TimelineController],
  providers: [TimelineService, TimelineRepository, TimelineSubscriber, SubjectsRepository],
})
export class TimelineModule {}
