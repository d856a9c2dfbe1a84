import type { InputOf } from '@docfolio/contracts/operation';
import { parkedContent } from '@docfolio/contracts/parked-submission';
import { Handle, Input } from '@docfolio/service-kit/rpc/handle';
import { ParkedSubmissions } from '@docfolio/service-kit/submissions/parked-submissions.repository';
import { Controller } from '@nestjs/common';

@Controller()
export class ParkedController {
  constructor(private readonly parked: ParkedSubmissions) {}

  @Handle(parkedContent.list)
  list(@Input() query: InputOf<typeof parkedContent.list>) {
    return this.parked.list(query);
  }

  @Handle(parkedContent.dismiss)
  dismiss(@Input() { id }: { id: string }) {
    return this.parked.dismiss(id);
  }
}
