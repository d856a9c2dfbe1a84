import type { PortfolioContent } from './portfolio.schema.js';
import { promises } from './site.js';

export type { CaseStudy, Hackathon, ProjectStatus } from './portfolio.schema.js';

export const portfolio: PortfolioContent = {
  title: 'Portfolio',
  lede: 'Work that shipped and stayed up: what was built, with what, and what came of it.',
  caseStudies: {
    title: 'Case studies',
    list: [
      {
        id: 'harborline',
        title: 'Harborline',
        subtitle: 'Port inspections on a tablet, with or without a network.',
        status: 'Live',
        technologies: ['Kotlin', 'Compose', 'SQLite', 'Ktor', 'PostgreSQL'],
        achievements: [
          'An inspection takes 14 minutes, down from 40 on paper',
          'Three days offline, merged without a lost entry',
          '220 inspectors in nine ports after the first year',
        ],
        role: 'Lead engineer',
        year: 2024,
        liveUrl: 'https://harborline.example.com',
      },
      {
        id: 'ledgerloop',
        title: 'Ledgerloop',
        subtitle: 'A single-tenant billing product, taken apart and made multi-tenant.',
        status: 'Live',
        technologies: ['TypeScript', 'NestJS', 'PostgreSQL', 'Redis', 'Kubernetes'],
        achievements: [
          '1,400 tenants moved in eleven nights, none of them twice',
          'Infrastructure cost per tenant down by 62%',
          'A new customer is set up in a minute, not in a week',
        ],
        role: 'Architect',
        year: 2023,
        liveUrl: 'https://ledgerloop.example.com',
      },
      {
        id: 'fieldnote',
        title: 'Fieldnote',
        subtitle: 'Answers from twenty years of service reports, each with its source.',
        status: 'In beta',
        technologies: ['Python', 'FastAPI', 'pgvector', 'React'],
        achievements: [
          '91% of answers judged right on a fixed set of 600 questions',
          'It says that it does not know, instead of guessing',
          'Four cents an answer, with a ceiling per day',
        ],
        role: 'AI engineer',
        year: 2025,
        liveUrl: 'https://fieldnote.example.com',
        codeUrl: 'https://code.example.com/fieldnote-evaluation',
      },
      {
        id: 'tidewatch',
        title: 'Tidewatch',
        subtitle: 'Alerts for small harbours, from sensors that cost less than dinner.',
        status: 'Completed',
        technologies: ['Flutter', 'Go', 'MQTT', 'TimescaleDB'],
        achievements: [
          'Alerts within 8 seconds of a reading, measured at the phone',
          'Two years on one pair of batteries',
          'Handed over to a team of two, who run it alone',
        ],
        role: 'Full-stack engineer',
        year: 2022,
        liveUrl: 'https://tidewatch.example.com',
        codeUrl: 'https://code.example.com/tidewatch',
      },
    ],
  },
  hackathons: {
    title: 'Hackathons',
    lede: 'A weekend, one idea, and something to show on Sunday evening.',
    list: [
      {
        title: 'Signpost',
        event: 'City Data Weekend',
        year: 2024,
        sentence: 'Step-free routes through the old town, drawn from open survey data.',
        award: 'First place',
        technologies: ['Swift', 'OpenStreetMap'],
      },
      {
        title: 'Second Listen',
        event: 'Open Audio Days',
        year: 2023,
        sentence: 'Finds the sentence you half remember in three hundred hours of podcasts.',
        award: 'Audience award',
        technologies: ['Python', 'Whisper', 'SQLite'],
      },
      {
        title: 'Nightshift',
        event: 'Health Hack Lisbon',
        year: 2022,
        sentence: 'A ward handover in two minutes, spoken instead of typed.',
        technologies: ['Kotlin', 'Speech API'],
      },
    ],
  },
  form: {
    title: 'Start something similar',
    lede: `Tell me what you have in mind. You will hear back ${promises.reply}.`,
  },
};
