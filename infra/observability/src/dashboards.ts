/** Panels of the dashboards, which `npm run docs` writes as JSON of Grafana (grafana/dashboards). */
export interface Panel {
  title: string;
  /** What the figure means, and when it is bad. */
  description: string;
  kind: 'stat' | 'timeseries' | 'table';
  unit: 'short' | 's' | 'bytes' | 'percentunit' | 'reqps' | 'dateTimeFromNow';
  /** Expression and legend of each line. */
  queries: readonly (readonly [expression: string, legend: string])[];
  /** From the first value on it is yellow, from the second on red. */
  thresholds?: readonly [warning: number, critical: number];
  /** Columns of 24. Default: 12. */
  width?: number;
}

export interface Dashboard {
  uid: string;
  title: string;
  description: string;
  panels: readonly Panel[];
}

const rate = (name: string, by: string, where = '') => `sum by (${by}) (rate(${name}${where}[$__rate_interval]))`;
const quantile = (share: number, name: string, by: string, where = '') =>
  `histogram_quantile(${share}, sum by (${by}, le) (rate(${name}_bucket${where}[$__rate_interval])))`;
const httpCount = 'docfolio_http_request_duration_seconds_count';

const stat = (title: string, description: string, expression: string, more: Partial<Panel> = {}): Panel => ({
  ...{ title, description, kind: 'stat', unit: 'short', width: 6, queries: [[expression, '']] },
  ...more,
});
const series = (title: string, description: string, queries: Panel['queries'], more: Partial<Panel> = {}): Panel => ({
  ...{ title, description, kind: 'timeseries', unit: 'short', queries },
  ...more,
});

const owner: Dashboard = {
  uid: 'docfolio-owner',
  title: 'Docfolio: owner',
  description: 'Whether the site works, and what waits for its owner.',
  panels: [
    stat(
      'Problems',
      'Alarms that fire. 0: everything works.',
      'count(ALERTS{alertstate="firing", severity=~"critical|warning"}) or vector(0)',
      { thresholds: [1, 2] },
    ),
    stat('Leads without an answer', 'New for over a day.', 'max(docfolio_leads_unanswered)', { thresholds: [1, 5] }),
    stat('Emails that failed', 'See Attention in the CRM.', 'max(docfolio_mails_failed)', { thresholds: [1, 5] }),
    stat(
      'Last backup',
      'When the last backup that succeeded began.',
      'max(docfolio_backup_last_success_timestamp_seconds) * 1000',
      { unit: 'dateTimeFromNow' },
    ),
    series('Leads by source', 'All leads without spam.', [['max by (source) (docfolio_leads)', '{{source}}']]),
    series(
      'Forms sent',
      'Contact form, inquiries, comments, newsletter; without refused ones.',
      [[rate('docfolio_submissions_total', 'operation', '{outcome=~"direct|stored|accepted"}'), '{{operation}}']],
      { unit: 'reqps' },
    ),
    series(
      'Page views',
      'Pages that the site served.',
      [
        [
          rate(httpCount, 'operation', '{service="web", operation=~"page .*", operation!~"page /admin.*"}'),
          '{{operation}}',
        ],
      ],
      { unit: 'reqps' },
    ),
    series(
      'Emails',
      'Attempts by outcome.',
      [[rate('docfolio_mails_total', 'kind, outcome'), '{{kind}} {{outcome}}']],
      { unit: 'reqps' },
    ),
  ],
};

const operator: Dashboard = {
  uid: 'docfolio-operator',
  title: 'Docfolio: operator',
  description: 'Processes, stores and queues. The runbooks are in docs/operations.md.',
  panels: [
    stat('Processes down', 'Scrape targets that do not answer.', 'count(up{job="docfolio"} == 0) or vector(0)', {
      thresholds: [1, 2],
    }),
    stat('Unavailable dependencies', 'Of any process.', 'count(docfolio_dependency_up == 0) or vector(0)', {
      thresholds: [1, 2],
    }),
    stat(
      'Dead letters',
      'Forms refused after the visitor had been thanked.',
      'sum(max by (service) (docfolio_dead_letters))',
      { thresholds: [1, 5] },
    ),
    stat('Oldest event', 'Age of the oldest event in an outbox.', 'max(docfolio_outbox_oldest_seconds)', {
      unit: 's',
      thresholds: [60, 120],
    }),
    series('Requests', 'By process, cached ones included.', [[rate(httpCount, 'service'), '{{service}}']], {
      unit: 'reqps',
    }),
    series(
      'Errors by operation',
      'Responses with 5xx.',
      [[rate(httpCount, 'service, operation', '{status="5xx"}'), '{{service}} {{operation}}']],
      { unit: 'reqps' },
    ),
    series(
      'Share of errors',
      'Above 0.5 % in a month the objective is missed.',
      [['docfolio:http_errors:ratio_rate1h', '{{service}}']],
      { unit: 'percentunit' },
    ),
    series(
      'Slowest 1 % of requests',
      'Without streams.',
      [['docfolio:http_request_duration_seconds:p99_5m', '{{service}}']],
      { unit: 's' },
    ),
    series('Jobs that wait', 'By queue.', [['max by (queue) (docfolio_queue_jobs{state="waiting"}) > 0', '{{queue}}']]),
    series(
      'Oldest job that waits',
      'By queue.',
      [['max by (queue) (docfolio_queue_oldest_waiting_seconds) > 0', '{{queue}}']],
      { unit: 's' },
    ),
    series(
      'Failed attempts at jobs',
      'By queue. `retry` runs again.',
      [[rate('docfolio_job_failures_total', 'queue, outcome'), '{{queue}} {{outcome}}']],
      { unit: 'reqps' },
    ),
    series('Unpublished events', 'In the outboxes of documents.', [
      ['sum by (service) (max by (service, collection) (docfolio_outbox_entries))', '{{service}}'],
    ]),
    series(
      'Memory',
      'Resident memory of each process.',
      [['docfolio_process_memory_bytes{kind="resident"}', '{{service}} {{instance}}']],
      { unit: 'bytes' },
    ),
    series('CPU', 'Cores that each process uses.', [
      ['rate(docfolio_process_cpu_seconds_total[$__rate_interval])', '{{service}} {{instance}}'],
    ]),
    series(
      'Memory of Redis',
      'At its limit it refuses writes.',
      [['max by (kind) (docfolio_redis_memory_bytes)', '{{kind}}']],
      { unit: 'bytes' },
    ),
    series(
      'Free disk',
      'Below 15 % an alarm fires.',
      [
        [
          'min by (service) (docfolio_disk_bytes{kind="free"} / ignoring (kind) docfolio_disk_bytes{kind="size"})',
          '{{service}}',
        ],
      ],
      { unit: 'percentunit' },
    ),
    {
      ...{ title: 'Versions', description: 'Of the platform and of Node.', kind: 'table', unit: 'short' },
      queries: [['count by (service, version, node) (docfolio_build_info)', '']],
    },
    series('Backups', 'How long they take.', [['max(docfolio_backup_last_duration_seconds)', 'duration']], {
      unit: 's',
    }),
  ],
};

const developer: Dashboard = {
  uid: 'docfolio-developer',
  title: 'Docfolio: developer',
  description: 'Where time goes: rendering, calls between processes, operations, event loops and caches.',
  panels: [
    series(
      'Pages: median and 99 %',
      'Time of web by page.',
      [
        [
          quantile(0.5, 'docfolio_http_request_duration_seconds', 'operation', '{service="web", operation=~"page .*"}'),
          '{{operation}} 50 %',
        ],
        [
          quantile(
            0.99,
            'docfolio_http_request_duration_seconds',
            'operation',
            '{service="web", operation=~"page .*"}',
          ),
          '{{operation}} 99 %',
        ],
      ],
      { unit: 's' },
    ),
    series(
      'API: 99 % by route',
      'Time of the gateway.',
      [
        [
          quantile(
            0.99,
            'docfolio_http_request_duration_seconds',
            'operation',
            '{service="gateway", operation!~".*live"}',
          ),
          '{{operation}}',
        ],
      ],
      { unit: 's' },
    ),
    series(
      'Rendering: 99 %',
      'Loading and rendering on the server, by remote.',
      [[quantile(0.99, 'docfolio_render_duration_seconds', 'remote'), '{{remote}}']],
      { unit: 's' },
    ),
    series(
      'Rendering by outcome',
      'Anything but `rendered` is left to browsers.',
      [[rate('docfolio_render_duration_seconds_count', 'remote, outcome'), '{{remote}} {{outcome}}']],
      { unit: 'reqps' },
    ),
    series(
      'Calls: 99 % by service',
      'Seen by the caller.',
      [[quantile(0.99, 'docfolio_rpc_client_duration_seconds', 'target'), '{{target}}']],
      { unit: 's' },
    ),
    series(
      'Wait in Redis: 99 %',
      'Until a replica took the request.',
      [[quantile(0.99, 'docfolio_rpc_queue_wait_seconds', 'service'), '{{service}}']],
      { unit: 's' },
    ),
    series(
      'Operations: 99 %',
      'Time in the service.',
      [[quantile(0.99, 'docfolio_operation_duration_seconds', 'service, operation'), '{{operation}}']],
      { unit: 's' },
    ),
    series(
      'Calls by outcome',
      'As the caller saw it.',
      [[rate('docfolio_rpc_client_duration_seconds_count', 'target, outcome'), '{{target}} {{outcome}}']],
      { unit: 'reqps' },
    ),
    series(
      'Cache hits',
      'Share of requests that a cache served.',
      [
        [
          'sum by (service, cache) (rate(docfolio_cache_requests_total{result="hit"}[$__rate_interval])) / sum by (service, cache) (rate(docfolio_cache_requests_total[$__rate_interval]))',
          '{{service}} {{cache}}',
        ],
      ],
      { unit: 'percentunit' },
    ),
    series(
      'Jobs: 95 %',
      'Time of a job by queue.',
      [[quantile(0.95, 'docfolio_job_duration_seconds', 'queue'), '{{queue}}']],
      { unit: 's' },
    ),
    series(
      'Event loop: 99 %',
      'How late timers ran.',
      [['max by (service) (docfolio_event_loop_lag_seconds{quantile="0.99"})', '{{service}}']],
      { unit: 's' },
    ),
    series(
      'Event loop: busy',
      'Share of the time.',
      [['max by (service) (docfolio_event_loop_utilization_ratio)', '{{service}}']],
      { unit: 'percentunit' },
    ),
    series('Heap', 'Used heap.', [['docfolio_process_memory_bytes{kind="heap"}', '{{service}} {{instance}}']], {
      unit: 'bytes',
    }),
    series('Expired and refused calls', 'Dropped requests, canaries rolled back, collectors that fail.', [
      [rate('docfolio_rpc_expired_total', 'service'), '{{service}} expired'],
      ['docfolio_canary_rollbacks_total', '{{remote}} rolled back'],
      ['count by (service, collector) (docfolio_collector_up == 0)', '{{service}} {{collector}} unreadable'],
    ]),
  ],
};

export const dashboards: readonly Dashboard[] = [owner, operator, developer];

const datasource = { type: 'prometheus', uid: 'docfolio-prometheus' };
const panelHeight = 8;
const columns = 24;

/** Returns a dashboard as JSON of Grafana 12. */
export function toGrafana({ uid, title, description, panels }: Dashboard): string {
  let [x, y] = [0, 0];
  const placed = panels.map((panel, index) => {
    const width = panel.width ?? 12;
    if (x + width > columns) [x, y] = [0, y + panelHeight];
    const gridPos = { x, y, w: width, h: panel.kind === 'stat' ? 4 : panelHeight };
    x += width;
    if (x === columns) [x, y] = [0, y + gridPos.h];
    return { id: index + 1, gridPos, ...panelOf(panel) };
  });
  const model = {
    ...{ uid, title, description, tags: ['docfolio'], timezone: 'browser', schemaVersion: 39, editable: false },
    ...{ refresh: '30s', time: { from: 'now-24h', to: 'now' }, panels: placed },
  };
  return `${JSON.stringify(model, undefined, 2)}\n`;
}

function panelOf({ title, description, kind, unit, queries, thresholds }: Panel) {
  const steps = thresholds && [
    { color: 'green', value: null },
    { color: 'yellow', value: thresholds[0] },
    { color: 'red', value: thresholds[1] },
  ];
  return {
    ...{ title, description, type: kind, datasource },
    fieldConfig: {
      defaults: { unit, min: 0, ...(steps && { thresholds: { mode: 'absolute', steps } }) },
      overrides: [],
    },
    ...(kind === 'stat' && { options: { reduceOptions: { calcs: ['lastNotNull'] }, graphMode: 'none' } }),
    targets: queries.map(([expr, legendFormat], index) => ({
      ...{ refId: String.fromCharCode(65 + index), datasource, expr, legendFormat },
      ...(kind !== 'timeseries' && { instant: true }),
      ...(kind === 'table' && { format: 'table' }),
    })),
  };
}
