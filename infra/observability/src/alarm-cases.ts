import { processes } from '@docfolio/local/processes';

/** Series as promtool writes them, one value per step: `[series, values]`. */
type Series = readonly [series: string, values: string];

interface Case {
  series: readonly Series[];
  /** Minutes after the first value. Default: 20. */
  at?: number;
}

export interface AlarmCase {
  /** Minutes between values, and between evaluations. Default: 1; more makes tests of hours fast. */
  step?: number;
  fires: Case;
  quiet: Case;
  /** Alarms that fire in the first case. Default: 1. */
  count?: number;
}

const requests = (service: string, status: string) =>
  `docfolio_http_request_duration_seconds_count{service="${service}",operation="page /",status="${status}"}`;
const bucket = (le: string, operation = 'page /') =>
  `docfolio_http_request_duration_seconds_bucket{service="web",operation="${operation}",status="2xx",le="${le}"}`;
/** One series that is `bad` for the alarm, or `good`. */
const gauge = (series: string, bad: number, good: number, at?: number): AlarmCase => ({
  fires: { series: [[series, `${bad}x100`]], ...(at && { at }) },
  quiet: { series: [[series, `${good}x100`]], ...(at && { at }) },
});
const processNames = processes.map(({ name }) => name);
const builds = (names: readonly string[], version = '1') =>
  names.map((name): Series => [`docfolio_build_info{service="${name}",version="${version}"}`, '1x100']);
/** Seconds since 1970 at which promtool's tests begin: 0. A backup of that moment, seen after some hours. */
const backup = 'docfolio_backup_last_success_timestamp_seconds{service="gateway"}';

/** A case in which each alarm fires, and one close to it in which it does not. */
export const alarmCases: Readonly<Record<string, AlarmCase>> = {
  ErrorBudgetBurnsFast: {
    // 10 % errors; 5 % errors.
    fires: {
      series: [
        [requests('web', '2xx'), '0+90x120'],
        [requests('web', '5xx'), '0+10x120'],
      ],
      at: 70,
    },
    quiet: {
      series: [
        [requests('web', '2xx'), '0+95x120'],
        [requests('web', '5xx'), '0+5x120'],
      ],
      at: 70,
    },
  },
  ErrorBudgetBurnsSlowly: {
    step: 5,
    fires: {
      series: [
        [requests('gateway', '2xx'), '0+95x500'],
        [requests('gateway', '5xx'), '0+5x500'],
      ],
      at: 400,
    },
    quiet: {
      series: [
        [requests('gateway', '2xx'), '0+98x500'],
        [requests('gateway', '5xx'), '0+2x500'],
      ],
      at: 400,
    },
  },
  RequestsSlow: {
    fires: {
      series: [
        [bucket('2.5'), '0+90x60'],
        [bucket('5'), '0+100x60'],
        [bucket('+Inf'), '0+100x60'],
      ],
    },
    // Open streams are no slow requests.
    quiet: {
      series: [
        [bucket('2.5'), '0+100x60'],
        [bucket('5'), '0+100x60'],
        [bucket('+Inf'), '0+100x60'],
        [bucket('2.5', 'live'), '0x60'],
        [bucket('+Inf', 'live'), '0+100x60'],
      ],
    },
  },
  CallsFail: {
    fires: { series: [['docfolio_rpc_client_duration_seconds_count{target="leads",outcome="unavailable"}', '0+5x60']] },
    // Refusals are answers.
    quiet: { series: [['docfolio_rpc_client_duration_seconds_count{target="leads",outcome="refused"}', '0+5x60']] },
  },
  ProcessDown: gauge('up{job="docfolio",instance="web:9000"}', 0, 1),
  ProcessMissing: {
    fires: { series: builds(processNames.slice(1)) },
    quiet: { series: builds(processNames) },
  },
  ProcessRestarts: {
    fires: { series: [['docfolio_process_start_time_seconds{service="leads"}', '0+60x60']] },
    quiet: { series: [['docfolio_process_start_time_seconds{service="leads"}', '1x10 2x60']] },
  },
  DependencyDown: {
    fires: { series: [['docfolio_dependency_up{service="leads",dependency="mongodb"}', '0x60']] },
    // One of two replicas reconnects later.
    quiet: {
      series: [
        ['docfolio_dependency_up{service="leads",dependency="mongodb",instance="a"}', '0x60'],
        ['docfolio_dependency_up{service="leads",dependency="mongodb",instance="b"}', '1x60'],
      ],
    },
  },
  CollectorFails: gauge('docfolio_collector_up{service="leads",collector="outbox"}', 0, 1),
  EventLoopBlocked: gauge('docfolio_event_loop_lag_seconds{service="web",quantile="0.99"}', 0.6, 0.05),
  MemoryHigh: {
    fires: {
      series: [
        ['docfolio_process_memory_bytes{service="web",instance="a",kind="resident"}', '250x60'],
        ['docfolio_process_memory_limit_bytes{service="web",instance="a"}', '256x60'],
      ],
    },
    quiet: {
      series: [
        ['docfolio_process_memory_bytes{service="web",instance="a",kind="resident"}', '120x60'],
        ['docfolio_process_memory_limit_bytes{service="web",instance="a"}', '256x60'],
      ],
    },
  },
  VersionsDiffer: {
    fires: { series: [...builds(['web'], '1'), ...builds(['leads'], '2')], at: 70 },
    // During an upgrade.
    quiet: { series: [...builds(['web'], '1'), ...builds(['leads'], '2')], at: 30 },
  },
  SubmissionsWait: {
    fires: { series: [['docfolio_queue_oldest_waiting_seconds{queue="submissions-leads",instance="a"}', '0+60x60']] },
    quiet: { series: [['docfolio_queue_oldest_waiting_seconds{queue="submissions-leads",instance="a"}', '30x60']] },
  },
  WorkFailsAndRepeats: {
    fires: { series: [['docfolio_queue_jobs{queue="events-notifications",state="delayed"}', '1x60']] },
    // Recurring jobs wait for their next run.
    quiet: { series: [['docfolio_queue_jobs{queue="jobs-sweep-mails",state="delayed"}', '1x60']] },
  },
  DeadLetters: {
    // Both replicas report the same two.
    fires: {
      series: [
        ['docfolio_dead_letters{service="leads",instance="a"}', '2x60'],
        ['docfolio_dead_letters{service="leads",instance="b"}', '2x60'],
      ],
    },
    quiet: { series: [['docfolio_dead_letters{service="leads",instance="a"}', '0x60']] },
  },
  EventsDelayed: {
    fires: {
      series: [
        ['docfolio_outbox_oldest_seconds{service="leads",collection="leads"}', '0+60x60'],
        ['docfolio_queue_oldest_waiting_seconds{service="notifications",queue="events-notifications"}', '0+60x60'],
      ],
    },
    // The sweeper publishes within 35 s what a crash left.
    quiet: { series: [['docfolio_outbox_oldest_seconds{service="leads",collection="leads"}', '35x60']] },
    count: 2,
  },
  JobsDelayed: {
    fires: { series: [['docfolio_queue_oldest_waiting_seconds{queue="jobs-write-export"}', '0+60x60']], at: 30 },
    // A newsletter to many subscribers takes hours.
    quiet: {
      series: [['docfolio_queue_oldest_waiting_seconds{queue="jobs-send-newsletter-batch"}', '0+60x60']],
      at: 30,
    },
  },
  JobsFailed: gauge('docfolio_queue_jobs{queue="jobs-make-variants",state="failed"}', 1, 0),
  MailsDelayed: {
    fires: { series: [['docfolio_mails_oldest_unsent_seconds{service="notifications"}', '0+60x60']], at: 40 },
    quiet: { series: [['docfolio_mails_oldest_unsent_seconds{service="notifications"}', '600x60']], at: 40 },
  },
  MailsFailed: gauge('docfolio_mails_failed{service="notifications"}', 1, 0),
  PostOverdue: gauge('docfolio_scheduled_posts_overdue_seconds{service="content"}', 400, 60),
  CanaryRolledBack: {
    // The series begins with the first rollback.
    fires: { series: [['docfolio_canary_rollbacks_total{remote="blog"}', '_x10 1x60']] },
    quiet: { series: [['docfolio_canary_rollbacks_total{remote="blog"}', '1x200']], at: 120 },
  },
  BackupOld: {
    step: 30,
    fires: { series: [[backup, '0x100']], at: 27 * 60 },
    quiet: { series: [[backup, '0x100']], at: 25 * 60 },
  },
  BackupMissing: {
    step: 30,
    fires: { series: [['up{job="docfolio",instance="gateway:9000"}', '1x100']], at: 27 * 60 },
    quiet: { series: [[backup, '_x2 3600x100']], at: 27 * 60 },
  },
  BackupFailed: gauge('docfolio_backup_failed{service="gateway"}', 1, 0),
  RedisMemoryHigh: {
    fires: {
      series: [
        ['docfolio_redis_memory_bytes{service="gateway",kind="used"}', '220x60'],
        ['docfolio_redis_memory_bytes{service="gateway",kind="limit"}', '256x60'],
      ],
    },
    quiet: {
      series: [
        ['docfolio_redis_memory_bytes{service="gateway",kind="used"}', '20x60'],
        ['docfolio_redis_memory_bytes{service="gateway",kind="limit"}', '256x60'],
      ],
    },
  },
  DiskFull: {
    fires: {
      series: [
        ['docfolio_disk_bytes{service="web",kind="free"}', '10x60'],
        ['docfolio_disk_bytes{service="web",kind="size"}', '100x60'],
      ],
    },
    quiet: {
      series: [
        ['docfolio_disk_bytes{service="web",kind="free"}', '30x60'],
        ['docfolio_disk_bytes{service="web",kind="size"}', '100x60'],
      ],
    },
  },
  LeadsUnanswered: gauge('docfolio_leads_unanswered{service="leads"}', 2, 0, 90),
};
