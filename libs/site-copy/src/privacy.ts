import type { PrivacyContent } from './privacy.schema.js';
import { owner } from './site.js';

/** Describes what the software does: update it with each change of a retention period or third-party service. */
export const privacy: PrivacyContent = {
  title: 'Privacy',
  lede: 'What this site keeps about you, what for and for how long. It is short because there is little to say.',
  updated: '2026-11-23',
  forms: {
    id: 'forms',
    title: 'What you send',
    text: `Nothing is stored about you until you press a button that sends something. What you send goes to ${owner.name} and nobody else; it is not sold, shared or used to train anything.`,
    kept: [
      {
        name: 'Inquiries',
        holds: 'Your name, e-mail address and message; phone, company, budget and timeline if you give them.',
        purpose: 'To answer you, and to find our conversation again when you come back.',
        until: 'Until I delete the record or you ask me to.',
      },
      {
        name: 'E-mails about what you send',
        holds:
          'The notices to me, with what you wrote in an inquiry or a comment, and the receipt or the question to you.',
        purpose: 'To deliver each of them once, and to see what could not be delivered.',
        until: 'Deleted automatically after 180 days; what has reached a mailbox stays there.',
      },
      {
        name: 'Newsletter',
        holds: 'Your e-mail address, your name if you give it, and when you subscribed and confirmed it by e-mail.',
        purpose:
          'To send you new posts, once you have confirmed that the address is yours. Each e-mail has an unsubscribe link.',
        until:
          'Unsubscribing stops the e-mails immediately; the address stays on record as unsubscribed until I delete it or you ask me to.',
      },
      {
        name: 'Posts by mail',
        holds: 'Which post was sent to which subscription, and whether that worked.',
        purpose: 'So that nobody gets a post twice.',
        until:
          'The address is removed from this as soon as the post is sent, 30 days later if it could not be. The rest, a number without a name, stays.',
      },
      {
        name: 'Comments',
        holds: 'Your name, your comment, and your e-mail address if you give it. The address is never shown.',
        purpose: 'To show the comment under the post once I have read it.',
        until: 'As long as the post stands, unless you ask me to remove it.',
      },
    ],
  },
  browser: {
    id: 'browser',
    title: 'What stays in your browser',
    text: 'The site sets a cookie that holds a single word, one with a number while a new version of a page is tried, and one for two minutes when you send a form without its scripts. The rest is kept in the storage of your own browser and is not sent anywhere until you send a form.',
    kept: [
      {
        name: 'Sidebar',
        holds: 'Whether the sidebar is open: the cookie sidebar_state.',
        purpose: 'To open the next page as you left this one.',
        until: 'Seven days after you last opened or closed it.',
      },
      {
        name: 'Version of the pages',
        holds: 'A random number from 0 to 99: the cookie docfolio_bucket. It is the same for one visitor in a hundred.',
        purpose: 'To show you the same version on every page while a new one is tried with some visitors.',
        until: '30 days; it is set only while a new version is tried.',
      },
      {
        name: 'Version that failed',
        holds: 'Which versions of pages did not work in your browser.',
        purpose: 'To load the one before instead.',
        until: 'Until you close the tab.',
      },
      {
        name: 'Theme and likes',
        holds: 'Dark or light, and the list of posts that you liked.',
        purpose: 'To look the way you chose. Your likes are counted on your screen only.',
        until: 'Until you clear the data of this site.',
      },
      {
        name: 'Drafts',
        holds: 'What you have typed into a form and not sent yet, and how far pages were scrolled.',
        purpose: 'So that a reload does not lose a long message.',
        until: 'Until you send the form or close the tab.',
      },
      {
        name: 'What you just sent',
        holds: 'What you have sent with a form while the scripts of the page were not there: the cookie form_outcome.',
        purpose: 'To show it on the page that thanks you.',
        until: 'Until that page is shown, two minutes at most.',
      },
    ],
  },
  sections: [
    {
      id: 'not-here',
      title: 'What is not here',
      text: [
        'There is no analytics, no advertising and no tracking. Pages load no scripts, fonts or pictures from other companies, and there are no buttons that report to a social network before you press them.',
        'Some pages report whether they loaded, failed and how fast they were, as bare numbers: without your address, the address of the page or anything that you did. A code made of your network, from which nobody can read it, is kept for some days, so that no network counts twice.',
        'Your network address is used for a few minutes to count requests, so that nobody can flood the forms. It is not written to the log: the log notes which route was requested, when, and how long it took.',
      ],
    },
    {
      id: 'elsewhere',
      title: 'Where links lead',
      text: [
        'Mentoring is booked on an external platform, and links to articles and tools, social profiles and share links open other sites. What happens there is up to them; this site tells them nothing about you.',
      ],
    },
  ],
  removal: {
    id: 'removal',
    title: 'Have it removed',
    text: [
      'Write to me through the contact form from the address in question, and say whether you want to see, correct or delete what I have.',
      'A deleted record leaves every list immediately and can be restored for 30 days, in case it was a mistake. After that it is purged from the database for good.',
    ],
  },
};
