import { peopleTrashTypes } from '@docfolio/contracts/trash';
import { TrashModule } from '@docfolio/service-kit/mongo/trash.module';
import { Module } from '@nestjs/common';
import { TrashController } from './trash.controller.js';

@Module({
  imports: [TrashModule.forTypes(peopleTrashTypes)],
  controllers: [TrashController],
})
export class PeopleTrashModule {}
