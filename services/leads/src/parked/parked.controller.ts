import type { InputOf } from '@docfolio/contracts/operation';
import { parkedPeople } from '@docfolio/contracts/parked-submission';
import { Handle, Input } from '@docfolio/service-kit/rpc/handle';
import { ParkedSubmissions } from '@docfolio/service-kit/submissions/parked-submissions.repository';
import { Controller } from '@nestjs/common';

@Controller()
export class ParkedController {
  constructor(private readonly parked: ParkedSubmissions) {}

  @Handle(parkedPeople.list)
  list(@Input() query: InputOf<typeof parkedPeople.list>) {
    return this.parked.list(query);
  }

  @Handle(parkedPeople.dismiss)
  dismiss(@Input() { id }: { id: string }) {
    return this.parked.dismiss(id);
  }
}
