/**
 * The figures that `npm run bench` measures, in the order of its table. A figure without a goal is measured to
 * explain one that has a goal. Lower is better unless `higher` is set.
 * @typedef {{ row: string, section: string, what: string, unit: string, goal?: number, higher?: boolean }} Goal
 * @type {Goal[]}
 */
export const goals = [
  { row: 'contact', section: 'forms', what: 'contact form, both emails included: CPU', unit: 'ms', goal: 10 },
  { row: 'contact-single', section: 'forms', what: 'contact form, one at a time: CPU', unit: 'ms' },
  { row: 'sign-up', section: 'forms', what: 'newsletter sign-up, its email included: CPU', unit: 'ms', goal: 10 },
  { row: 'forms-rate', section: 'forms', what: 'contact forms until stored', unit: '/s', goal: 300, higher: true },
  { row: 'api-list', section: 'reads', what: 'API list of posts, cached: CPU', unit: 'ms', goal: 0.1 },
  { row: 'api-post', section: 'reads', what: 'API post, cached: CPU', unit: 'ms', goal: 0.1 },
  { row: 'page-list', section: 'reads', what: 'list page, cached: CPU', unit: 'ms', goal: 0.07 },
  { row: 'page-post', section: 'reads', what: 'post page, cached: CPU', unit: 'ms', goal: 0.07 },
  { row: 'fresh-post', section: 'fresh', what: 'post page after an invalidation: CPU', unit: 'ms', goal: 15 },
  { row: 'fresh-list', section: 'fresh', what: 'list page after an invalidation: CPU', unit: 'ms', goal: 15 },
  { row: 'fresh-api-list', section: 'fresh', what: 'API list after an invalidation: CPU', unit: 'ms' },
  { row: 'start', section: 'start', what: 'warm start to ready', unit: 's', goal: 3 },
  { row: 'start-cpu', section: 'start', what: 'warm start to ready: CPU', unit: 's' },
  { row: 'memory', section: 'memory', what: 'memory after start', unit: 'MB', goal: 400 },
  { row: 'memory-load', section: 'memory', what: 'memory after load', unit: 'MB' },
  { row: 'idle', section: 'idle', what: 'idle CPU, of one core', unit: '%', goal: 0.3 },
];
