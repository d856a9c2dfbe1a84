const count = (/** @type {number} */ size) => size.toLocaleString('en-US');

/** @param {string} name @param {number} size number of records @param {string} what @returns {Goal} */
const scaling = (name, size, what) => ({
  row: `${name}-at-${size}`,
  section: 'scaling',
  what,
  unit: 'ms',
  onRequest: true,
});

/**
 * The figures that `npm run bench` measures, in the order of its table. A figure without a goal is measured to
 * explain one that has a goal. Lower is better unless `higher` is set. `onRequest`: only measured if `--only` names it.
 * @typedef {{
 *   row: string, section: string, what: string, unit: string, goal?: number, higher?: boolean, onRequest?: boolean
 * }} Goal
 * @type {Goal[]}
 */
export const goals = [
  { row: 'contact', section: 'forms', what: 'contact form, both emails included: CPU', unit: 'ms', goal: 10 },
  { row: 'contact-single', section: 'forms', what: 'contact form, one at a time: CPU', unit: 'ms' },
  { row: 'contact-database', section: 'forms', what: 'contact form: database commands', unit: '' },
  { row: 'contact-redis', section: 'forms', what: 'contact form: Redis commands', unit: '' },
  { row: 'sign-up', section: 'forms', what: 'newsletter sign-up, its email included: CPU', unit: 'ms', goal: 10 },
  { row: 'forms-rate', section: 'forms', what: 'contact forms until stored', unit: '/s', goal: 300, higher: true },
  { row: 'api-list', section: 'reads', what: 'API list of posts, cached: CPU', unit: 'ms', goal: 0.1 },
  { row: 'api-post', section: 'reads', what: 'API post, cached: CPU', unit: 'ms', goal: 0.1 },
  { row: 'page-list', section: 'reads', what: 'list page, cached: CPU', unit: 'ms', goal: 0.07 },
  { row: 'page-post', section: 'reads', what: 'post page, cached: CPU', unit: 'ms', goal: 0.07 },
  { row: 'fresh-post', section: 'fresh', what: 'post page after an invalidation: CPU', unit: 'ms', goal: 15 },
  { row: 'fresh-list', section: 'fresh', what: 'list page after an invalidation: CPU', unit: 'ms', goal: 15 },
  { row: 'edited-post', section: 'fresh', what: 'post page after an edit of the post: CPU', unit: 'ms', goal: 15 },
  { row: 'edited-list', section: 'fresh', what: 'list page after an edit of a post in it: CPU', unit: 'ms', goal: 15 },
  { row: 'fresh-api-list', section: 'fresh', what: 'API list after an invalidation: CPU', unit: 'ms' },
  { row: 'categories', section: 'posts', what: 'API categories, 5,000 posts, not cached: CPU', unit: 'ms', goal: 10 },
  { row: 'search', section: 'posts', what: 'API search for a word of 5,000 posts: CPU', unit: 'ms', goal: 30 },
  { row: 'list-5000', section: 'posts', what: 'list page, 5,000 posts, not cached: CPU', unit: 'ms', goal: 20 },
  { row: 'api-list-5000', section: 'posts', what: 'API list, 5,000 posts, not cached: CPU', unit: 'ms', goal: 20 },
  { row: 'post-5000', section: 'posts', what: 'post page, 5,000 posts, not cached: CPU', unit: 'ms', goal: 15 },
  { row: 'leads-list', section: 'leads', what: 'API leads, 100,000 leads: time, p99', unit: 'ms', goal: 60 },
  { row: 'leads-search', section: 'leads', what: 'API leads search, 100,000 leads: time, p99', unit: 'ms', goal: 60 },
  { row: 'leads-filter', section: 'leads', what: 'API leads filters, 100,000 leads: time, p99', unit: 'ms', goal: 60 },
  { row: 'crm-js', section: 'leads', what: 'CRM leads page, cold: JavaScript, brotli', unit: 'KB', goal: 180 },
  { row: 'crm-first-row', section: 'leads', what: 'CRM leads page, cold: first row', unit: 's', goal: 0.9 },
  { row: 'start', section: 'start', what: 'warm start to ready', unit: 's', goal: 3 },
  { row: 'start-cpu', section: 'start', what: 'warm start to ready: CPU', unit: 's' },
  { row: 'memory-ready', section: 'memory', what: 'memory in the first seconds', unit: 'MB' },
  { row: 'memory', section: 'memory', what: 'memory 10 s after start', unit: 'MB', goal: 400 },
  { row: 'memory-load', section: 'memory', what: 'memory after load', unit: 'MB' },
  { row: 'first-visit', section: 'browser', what: 'JavaScript of a first visit, brotli', unit: 'KB', goal: 100 },
  ...['desktop', 'phone'].flatMap((device) =>
    ['list', 'post'].map((page) => ({
      row: `lcp-${page}-${device}`,
      section: 'lcp',
      what: `LCP of the ${page} page minus Ghost's, ${device}`,
      unit: 'ms',
      goal: 0,
      onRequest: true,
    })),
  ),
  { row: 'idle', section: 'idle', what: 'idle CPU, of one core', unit: '%', goal: 0.3 },
  ...[60, 5_000].flatMap((size) => [
    scaling('categories', size, `API categories, ${count(size)} posts, not cached: CPU`),
    scaling('search', size, `API search for a word of all made-up posts, ${count(size)} posts: CPU`),
    scaling('list', size, `list page, ${count(size)} posts, not cached: CPU`),
    scaling('api-list', size, `API list, ${count(size)} posts, not cached: CPU`),
    scaling('post', size, `post page, ${count(size)} posts, not cached: CPU`),
  ]),
  ...[1_000, 100_000, 1_000_000].flatMap((size) => [
    scaling('leads-list', size, `API leads, ${count(size)} leads: time, p99`),
    scaling('leads-search', size, `API leads search, ${count(size)} leads: time, p99`),
    scaling('leads-filter', size, `API leads filters, ${count(size)} leads: time, p99`),
  ]),
];
