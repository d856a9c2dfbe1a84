import { type NewPortfolioInquiry, portfolioInquiries } from '@docfolio/contracts/entities/portfolio-inquiry';
import { type NewServiceInquiry, serviceInquiries } from '@docfolio/contracts/entities/service-inquiry';
import type { CallContext } from '@docfolio/service-kit/rpc/call-context';
import { Call, Handle, Input } from '@docfolio/service-kit/rpc/handle';
import { Controller } from '@nestjs/common';
import { PortfolioInquiriesService } from './portfolio-inquiries.service.js';
import { ServiceInquiriesService } from './service-inquiries.service.js';

@Controller()
export class InquiriesController {
  constructor(
    private readonly services: ServiceInquiriesService,
    private readonly portfolio: PortfolioInquiriesService,
  ) {}

  @Handle(serviceInquiries.submit)
  submitServiceInquiry(@Input() inquiry: NewServiceInquiry, @Call() call: CallContext) {
    return this.services.submit(inquiry, call);
  }

  @Handle(portfolioInquiries.submit)
  submitPortfolioInquiry(@Input() inquiry: NewPortfolioInquiry, @Call() call: CallContext) {
    return this.portfolio.submit(inquiry, call);
  }
}
