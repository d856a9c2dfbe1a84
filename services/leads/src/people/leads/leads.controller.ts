import { type AddedLead, type LeadListQuery, type LeadPatch, leads, type NewLead } from '@docfolio/contracts/lead';
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

  @Handle(leads.list)
  list(@Input() query: LeadListQuery) {
    return this.leads.list(query);
  }

  @Handle(leads.get)
  get(@Input() { id }: { id: string }) {
    return this.leads.get(id);
  }

  @Handle(leads.create)
  create(@Input() added: AddedLead, @Call() call: CallContext) {
    return this.leads.addLead(added, call);
  }

  @Handle(leads.patch)
  patch(@Input() patch: LeadPatch, @Call() call: CallContext) {
    return this.leads.patch(patch, call);
  }

  @Handle(leads.delete)
  delete(@Input() { id }: { id: string }, @Call() call: CallContext) {
    return this.leads.delete(id, call);
  }
}
