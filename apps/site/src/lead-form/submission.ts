import { leads } from '@docfolio/contracts/lead';
import { submissionOf } from '../enquiry/submission.js';

/** How the lead form of this name checks and sends. */
export const leadSubmission = (name: string) => submissionOf(leads.submit, name);
