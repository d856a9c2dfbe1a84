import { exports, type NewExport } from '@docfolio/contracts/entities/export';
import type { CallContext } from '@docfolio/service-kit/rpc/call-context';
import { Call, Handle, Input } from '@docfolio/service-kit/rpc/handle';
import { Controller } from '@nestjs/common';
import { ExportsService } from './exports.service.js';

@Controller()
export class ExportsController {
  constructor(private readonly exports: ExportsService) {}

  @Handle(exports.create)
  create(@Input() order: NewExport, @Call() call: CallContext) {
    return this.exports.order(order, call);
  }

  @Handle(exports.get)
  get(@Input() { id }: { id: string }) {
    return this.exports.get(id);
  }

  @Handle(exports.link)
  link(@Input() { id }: { id: string }) {
    return this.exports.link(id);
  }
}
