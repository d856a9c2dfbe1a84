import type { InputOf } from '@docfolio/contracts/operation';
import { remoteReports } from '@docfolio/contracts/remote-report';
import { Handle, Input } from '@docfolio/service-kit/rpc/handle';
import { Controller } from '@nestjs/common';
import { BuildReports } from './build-reports.js';

@Controller()
export class BuildReportsController {
  constructor(private readonly reports: BuildReports) {}

  @Handle(remoteReports.report)
  async report(@Input() { reports }: InputOf<typeof remoteReports.report>) {
    await this.reports.record(reports);
    return {};
  }

  @Handle(remoteReports.statistics)
  async statistics(@Input() { name }: InputOf<typeof remoteReports.statistics>) {
    return { items: await this.reports.statistics(name) };
  }
}
