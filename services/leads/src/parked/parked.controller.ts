import { peopleDeadLetters } from '@docfolio/contracts/dead-letter';
import type { InputOf } from '@docfolio/contracts/operation';
import { Handle, Input } from '@docfolio/service-kit/rpc/handle';
import { ParkedSubmissions } from '@docfolio/service-kit/submissions/parked-submissions.repository';
import { Controller } from '@nestjs/common';

@Controller()
export class ParkedController {
  constructor(private readonly parked: ParkedSubmissions) {}

  @Handle(peopleDeadLetters.list)
  list(@Input() query: InputOf<typeof peopleDeadLetters.list>) {
    return this.parked.list(query);
  }

  @Handle(peopleDeadLetters.dismiss)
  dismiss(@Input() { id }: { id: string }) {
    return this.parked.dismiss(id);
  }
}
