import { leads } from '@docfolio/contracts/lead';
import { submissionOf } from '../contact-form/submission.js';

/** How the lead form of this name checks and sends. */
export const leadSubmission = (name: string) => submissionOf(leads.submit, name);
