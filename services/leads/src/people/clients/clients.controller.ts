import { type ClientListQuery, type ClientPatch, clients, type NewClient } from '@docfolio/contracts/client';
import type { CallContext } from '@docfolio/service-kit/rpc/call-context';
import { Call, Handle, Input } from '@docfolio/service-kit/rpc/handle';
import { Controller } from '@nestjs/common';
import { ClientsService } from './clients.service.js';

@Controller()
export class ClientsController {
  constructor(private readonly clients: ClientsService) {}

  @Handle(clients.list)
  list(@Input() query: ClientListQuery) {
    return this.clients.list(query);
  }

  @Handle(clients.get)
  get(@Input() { id }: { id: string }) {
    return this.clients.get(id);
  }

  @Handle(clients.create)
  create(@Input() added: NewClient, @Call() call: CallContext) {
    return this.clients.add(added, call);
  }

  @Handle(clients.patch)
  patch(@Input() patch: ClientPatch, @Call() call: CallContext) {
    return this.clients.patch(patch, call);
  }

  @Handle(clients.delete)
  delete(@Input() { id }: { id: string }, @Call() call: CallContext) {
    return this.clients.delete(id, call);
  }
}
