import { portfolioInquiries } from '@docfolio/contracts/entities/portfolio-inquiry';
import { serviceInquiries } from '@docfolio/contracts/entities/service-inquiry';
import { MongoModule } from '@docfolio/service-kit/mongo/mongo.module';
import { recordController } from '@docfolio/service-kit/rpc/record-controller';
import { Module } from '@nestjs/common';
import { LeadsModule } from '../leads/leads.module.js';
import { InquiriesController } from './inquiries.controller.js';
import { InquiryFollower } from './inquiry-follower.js';
import { PortfolioInquiriesRepository, portfolioInquirySchema } from './portfolio-inquiries.repository.js';
import { PortfolioInquiriesService } from './portfolio-inquiries.service.js';
import { ServiceInquiriesRepository, serviceInquirySchema } from './service-inquiries.repository.js';
import { ServiceInquiriesService } from './service-inquiries.service.js';

@Module({
  imports: [
    LeadsModule,
    MongoModule.forFeature('service_inquiries', serviceInquirySchema),
    MongoModule.forFeature('portfolio_inquiries', portfolioInquirySchema),
  ],
  controllers: [
    InquiriesController,
    recordController(serviceInquiries, ServiceInquiriesService),
    recordController(portfolioInquiries, PortfolioInquiriesService),
  ],
  providers: [
    InquiryFollower,
    ServiceInquiriesService,
    PortfolioInquiriesService,
    ServiceInquiriesRepository,
    PortfolioInquiriesRepository,
  ],
  exports: [InquiryFollower],
})
export class InquiriesModule {}
