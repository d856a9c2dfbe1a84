import { serviceInquiries } from '@docfolio/contracts/service-inquiry';
import { submissionOf } from '../contact-form/submission.js';

/** How the service dialog of this name checks and sends. */
export const serviceSubmission = (name: string) => submissionOf(serviceInquiries.submit, name);
