import { portfolioInquiries } from '@docfolio/contracts/portfolio-inquiry';
import { submissionOf } from '../contact-form/submission.js';

export const portfolioSubmission = (name: string) => submissionOf(portfolioInquiries.submit, name);
