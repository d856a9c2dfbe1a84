import { promises } from '@docfolio/site-copy/site';

/** Returns the toast of a form that was sent. */
export const thanks = (title: string) => ({ title, description: `We'll get back to you ${promises.reply}.` });
