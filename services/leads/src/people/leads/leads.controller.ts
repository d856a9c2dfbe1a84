import { leads, type NewLead } from '@docfolio/contracts/entities/lead';
import type { CallContext } from '@docfolio/service-kit/rpc/call-context';
import { Call, Handle, Input } from '@docfolio/service-kit/rpc/handle';
import { Controller } from '@nestjs/common';
import { LeadsService } from './leads.service.js';

@Controller()
export class LeadsController {
  constructor(private readonly leads: LeadsService) {}

  @Handle(leads.submit)
  submit(@Input() form: NewLead, @Call() call: CallContext) {
    return this.leads.submit(form, call);
  }
}
