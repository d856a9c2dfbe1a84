import type { MentorshipContent } from './mentorship.schema.js';
import { promises } from './site.js';

// Prices, sessions and durations follow the specification, section 9.
export const mentorship: MentorshipContent = {
  title: 'Mentorship',
  lede: 'One to one, on your code and your questions, with a plan we write together and notes after every session.',
  programmes: [
    {
      id: 'foundations',
      title: 'Foundations',
      level: 'Beginner',
      sentence: 'For your first job or your first real codebase: habits that carry the rest.',
      price: 299,
      sessions: 4,
      months: 2,
      popular: false,
      includes: ['A plan for your next six months', 'Review of one project', 'Notes after every session'],
    },
    {
      id: 'growth',
      title: 'Growth',
      level: 'Intermediate',
      sentence: 'For developers who ship, and want to design what they ship with confidence.',
      price: 599,
      sessions: 8,
      months: 3,
      popular: true,
      includes: [
        'Everything in Foundations',
        'Weekly code and design reviews',
        'Mock interviews',
        'Questions by chat in between',
      ],
    },
    {
      id: 'leadership',
      title: 'Leadership',
      level: 'Advanced',
      sentence: 'For seniors and leads whose decisions other people have to live with.',
      price: 899,
      sessions: 6,
      months: 3,
      popular: false,
      includes: [
        'Architecture reviews of your system',
        'Leading teams and hiring',
        'Documents and talks, read closely',
        'Questions by chat in between',
      ],
    },
  ],
  topics: [
    {
      title: 'Mobile engineering',
      sentence: 'Apps that survive bad networks and old phones.',
      points: ['Kotlin, Swift, Flutter', 'Offline-first data', 'Performance and size', 'Store releases'],
    },
    {
      title: 'System design',
      sentence: 'Systems that can be run, changed and paid for.',
      points: ['APIs and data models', 'Queues and failure', 'Multi-tenancy', 'Cost and capacity'],
    },
    {
      title: 'AI in products',
      sentence: 'Language models as a tested part of a product.',
      points: ['Retrieval', 'Evaluation sets', 'Guardrails', 'Cost and latency'],
    },
    {
      title: 'Career and leadership',
      sentence: 'The part of the work that no compiler checks.',
      points: ['Interviews and offers', 'The step to senior', 'Code review as teaching', 'Leading without a title'],
    },
  ],
  steps: [
    { title: 'Book a first session', text: 'Pick a programme and a time on the booking page. Any time zone works.' },
    {
      title: 'Say where you are',
      text: 'A short questionnaire: what you do, where you want to be, what is in the way.',
    },
    {
      title: 'Agree on a plan',
      text: 'The first session ends with two or three goals and how we will notice progress.',
    },
    { title: 'Meet and work', text: 'Sixty minutes by video, mostly in your editor and on your own problems.' },
    { title: 'Practise in between', text: 'One task per session, sized for a busy week, reviewed before the next.' },
    { title: 'Look back, go on', text: 'We compare with the plan, and you decide whether and how to continue.' },
  ],
  action: {
    title: 'Not sure which one fits?',
    text: `Write a few lines about where you stand. I answer ${promises.reply} and will tell you if none of them does.`,
  },
};
