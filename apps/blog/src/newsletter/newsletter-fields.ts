/** Value of the hidden field `form`, which names the form that was posted without scripts. */
export const newsletterFormName = 'newsletter';

export const newsletterFields = ['name', 'email'] as const;

export const alreadySubscribed = {
  title: 'Already subscribed!',
  text: 'This email is already subscribed to our newsletter.',
};
