import { conversions, type NewConversion } from '@docfolio/contracts/entities/conversion';
import type { CallContext } from '@docfolio/service-kit/rpc/call-context';
import { Call, Handle, Input } from '@docfolio/service-kit/rpc/handle';
import { Controller } from '@nestjs/common';
import { ConversionsService } from './conversions.service.js';

@Controller()
export class ConversionsController {
  constructor(private readonly conversions: ConversionsService) {}

  @Handle(conversions.create)
  create(@Input() conversion: NewConversion, @Call() call: CallContext) {
    return this.conversions.convertLead(conversion, call);
  }
}
