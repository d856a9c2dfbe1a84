import {
  type NewPortfolioInquiry,
  type PortfolioInquiryListQuery,
  portfolioInquiries,
} from '@docfolio/contracts/portfolio-inquiry';
import {
  type NewServiceInquiry,
  type ServiceInquiryListQuery,
  serviceInquiries,
} from '@docfolio/contracts/service-inquiry';
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

  @Handle(serviceInquiries.list)
  listServiceInquiries(@Input() query: ServiceInquiryListQuery) {
    return this.services.list(query);
  }

  @Handle(serviceInquiries.get)
  getServiceInquiry(@Input() { id }: { id: string }) {
    return this.services.get(id);
  }

  @Handle(serviceInquiries.delete)
  deleteServiceInquiry(@Input() { id }: { id: string }) {
    return this.services.delete(id);
  }

  @Handle(portfolioInquiries.submit)
  submitPortfolioInquiry(@Input() inquiry: NewPortfolioInquiry, @Call() call: CallContext) {
    return this.portfolio.submit(inquiry, call);
  }

  @Handle(portfolioInquiries.list)
  listPortfolioInquiries(@Input() query: PortfolioInquiryListQuery) {
    return this.portfolio.list(query);
  }

  @Handle(portfolioInquiries.get)
  getPortfolioInquiry(@Input() { id }: { id: string }) {
    return this.portfolio.get(id);
  }

  @Handle(portfolioInquiries.delete)
  deletePortfolioInquiry(@Input() { id }: { id: string }) {
    return this.portfolio.delete(id);
  }
}
