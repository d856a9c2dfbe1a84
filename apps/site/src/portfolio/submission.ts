import { portfolioInquiries } from '@docfolio/contracts/portfolio-inquiry';
import { submissionOf } from '../contact-form/submission.js';

/** How the portfolio dialog of this name checks and sends. */
export const portfolioSubmission = (name: string) => submissionOf(portfolioInquiries.submit, name);
