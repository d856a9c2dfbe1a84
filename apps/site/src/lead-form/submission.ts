import { leads } from '@docfolio/contracts/lead';
import { submissionOf } from '../contact-form/submission.js';

export const leadSubmission = (name: string) => submissionOf(leads.submit, name);
