import type { AboutContent } from './about.schema.js';
import { experience, roleInText, slug } from './derived.js';
import { hero } from './home.js';
import { owner, promises } from './site.js';

export const about: AboutContent = {
  title: 'About',
  lede: `I am ${owner.name}, ${roleInText}. For ${experience} I have built products that other people depend on.`,
  introduction: [
    'I began with Android apps in the days of the first tablets, moved on to the servers behind them, and have led teams on both sides since. Most of what I know comes from staying long enough to maintain what I had written.',
    'Today I work with a few clients at a time. Some bring an idea and need its first version; others have a product that has outgrown its foundations. I read the code, write down what I find, and build what we agree on in small steps that you can see.',
    'The rest of my week belongs to mentoring. Somebody once took an hour to explain to me why my clever solution was a problem. I try to pass that hour on.',
  ],
  profile: {
    name: owner.name,
    role: owner.role,
    experience,
    location: owner.location,
    languages: ['English', 'Portuguese'],
    focus: [...hero.focus],
    stack: {
      mobile: ['Kotlin', 'Swift', 'Flutter'],
      backend: ['TypeScript', 'PostgreSQL'],
      ai: ['retrieval', 'evaluation'],
      cloud: ['Kubernetes', 'Terraform'],
    },
    mentoring: true,
    replies: promises.reply,
  },
  career: [
    { since: 2019, role: 'Independent consultant', work: 'Mobile, SaaS and AI products' },
    { since: 2015, role: 'Principal engineer', work: 'Payments for 4 million users' },
    { since: 2012, role: 'Lead mobile engineer', work: 'Offline-first field service apps' },
    { since: 2009, role: 'Android developer', work: 'Apps for the first tablets' },
  ],
  package: {
    name: slug,
    version: '15.0.0',
    scripts: {
      start: 'ask until it is clear',
      build: 'small steps, reviewed',
      test: 'before every release',
      deploy: 'on a quiet Tuesday',
    },
    dependencies: {
      kotlin: '^2',
      swift: '^6',
      typescript: '^6',
      postgresql: '^18',
      curiosity: '*',
      coffee: 'latest',
    },
  },
  values: [
    {
      title: 'Collaboration',
      text: 'Decisions are made together and written down, so that nobody has to guess why the code is as it is.',
    },
    {
      title: 'Continuous Learning',
      text: 'Every project ends with what it taught. What holds up becomes practice; what does not is said aloud.',
    },
    {
      title: 'Innovation',
      text: 'New tools where they pay for themselves, proven ones everywhere else, and a measurement to tell which is which.',
    },
    {
      title: 'Global Impact',
      text: 'Software for people in more than twenty countries: other languages, slow networks and old phones included.',
    },
  ],
  action: {
    title: 'Work with me',
    text: `Tell me what you are building. I answer ${promises.reply}, and the first conversation costs nothing.`,
  },
};
