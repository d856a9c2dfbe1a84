import type { ContactContent } from './contact.schema.js';
import { promises } from './site.js';

export const contact: ContactContent = {
  title: 'Contact',
  lede: 'Tell me what you are building and where you are stuck. I read every message myself.',
  steps: [
    { title: 'A receipt', text: 'An e-mail confirms that your message has arrived.' },
    { title: 'A personal reply', text: `I answer ${promises.reply}, with questions or a time to talk.` },
    { title: 'A proposal', text: `Scope, price and plan ${promises.proposal} of our first call.` },
  ],
};
