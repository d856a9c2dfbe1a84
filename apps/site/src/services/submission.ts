import { serviceInquiries } from '@docfolio/contracts/service-inquiry';
import { submissionOf } from '../contact-form/submission.js';

export const serviceSubmission = (name: string) => submissionOf(serviceInquiries.submit, name);
