import { peopleDeadLetters } from '@docfolio/contracts/entities/dead-letter';
import { stats } from '@docfolio/contracts/entities/stats';
import { peopleTrash, peopleTrashTypes } from '@docfolio/contracts/entities/trash';
import { BytesModule } from '@docfolio/service-kit/bytes/bytes.module';
import { RecordAdminModule } from '@docfolio/service-kit/mongo/record-admin.module';
import { ObjectStoreModule } from '@docfolio/service-kit/object-store/object-store.module';
import { Module } from '@nestjs/common';
import { config } from './config.js';
import { ExportsModule } from './exports/exports.module.js';
import { ClientsModule } from './people/clients/clients.module.js';
import { ConversionsModule } from './people/conversions/conversions.module.js';
import { InquiriesModule } from './people/inquiries/inquiries.module.js';
import { LeadsModule } from './people/leads/leads.module.js';
import { ProjectsModule } from './people/projects/projects.module.js';
import { SubscribersModule } from './people/subscribers/subscribers.module.js';
import { TimelineModule } from './people/timeline/timeline.module.js';

@Module({
  imports: [
    ObjectStoreModule.forRoot(config, config.OBJECT_BUCKET),
    BytesModule.forRoot({
      service: 'leads',
      secret: config.BYTES_SECRET,
      host: config.BYTES_HOST,
      port: config.BYTES_PORT,
      redisUrl: config.REDIS_URL,
    }),
    LeadsModule,
    InquiriesModule,
    SubscribersModule,
    ClientsModule,
    ProjectsModule,
    ConversionsModule,
    TimelineModule,
    RecordAdminModule.for({
      types: peopleTrashTypes,
      trash: peopleTrash,
      stats: stats.people,
      deadLetters: peopleDeadLetters,
    }),
    ExportsModule,
  ],
})
export class AppModule {}
