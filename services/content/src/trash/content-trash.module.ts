import { contentTrashTypes } from '@docfolio/contracts/trash';
import { TrashModule } from '@docfolio/service-kit/mongo/trash.module';
import { Module } from '@nestjs/common';
import { TrashController } from './trash.controller.js';

@Module({
  imports: [TrashModule.forTypes(contentTrashTypes)],
  controllers: [TrashController],
})
export class ContentTrashModule {}
