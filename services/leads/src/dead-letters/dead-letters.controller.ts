import { peopleDeadLetters } from '@docfolio/contracts/dead-letter';
import type { InputOf } from '@docfolio/contracts/operation';
import { Handle, Input } from '@docfolio/service-kit/rpc/handle';
import { DeadLetters } from '@docfolio/service-kit/submissions/dead-letters.repository';
import { Controller } from '@nestjs/common';

@Controller()
export class DeadLettersController {
  constructor(private readonly deadLetters: DeadLetters) {}

  @Handle(peopleDeadLetters.list)
  list(@Input() query: InputOf<typeof peopleDeadLetters.list>) {
    return this.deadLetters.list(query);
  }

  @Handle(peopleDeadLetters.dismiss)
  dismiss(@Input() { id }: { id: string }) {
    return this.deadLetters.dismiss(id);
  }
}
