import type { InputOf } from '@docfolio/contracts/operation';
import { parkedContent } from '@docfolio/contracts/parked-submission';
import { Handle, Input } from '@docfolio/service-kit/rpc/handle';
import { ParkedSubmissions } from '@docfolio/service-kit/submissions/parked-submissions.repository';
import { Controller } from '@nestjs/common';

@Controller()
export class DeadLettersController {
  constructor(private readonly deadLetters: ParkedSubmissions) {}

  @Handle(parkedContent.list)
  list(@Input() query: InputOf<typeof parkedContent.list>) {
    return this.deadLetters.list(query);
  }

  @Handle(parkedContent.dismiss)
  dismiss(@Input() { id }: { id: string }) {
    return this.deadLetters.dismiss(id);
  }
}
