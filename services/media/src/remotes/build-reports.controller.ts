import type { InputOf } from '@docfolio/contracts/core/operation';
import { remoteReports } from '@docfolio/contracts/entities/remote-report';
import type { CallContext } from '@docfolio/service-kit/rpc/call-context';
import { Call, Handle, Input } from '@docfolio/service-kit/rpc/handle';
import { Controller } from '@nestjs/common';
import { BuildReports } from './build-reports.js';

@Controller()
export class BuildReportsController {
  constructor(private readonly reports: BuildReports) {}

  @Handle(remoteReports.report)
  async report(@Input() { reports, token }: InputOf<typeof remoteReports.report>, @Call() { client }: CallContext) {
    await this.reports.record(reports, token, client);
    return {};
  }

  @Handle(remoteReports.statistics)
  async statistics(@Input() { name }: InputOf<typeof remoteReports.statistics>) {
    return { items: await this.reports.statistics(name) };
  }
}
