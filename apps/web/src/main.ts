import cluster from 'node:cluster';
import { drainSeconds, loadConfig } from '@docfolio/process/config';
import { describeError } from '@docfolio/process/described-error';
import { HealthRegistry } from '@docfolio/process/health';
import { startInternalServer } from '@docfolio/process/internal-server';
import { type Metrics, startMetrics, startWorkerMetrics } from '@docfolio/process/metrics/metrics';
import { shutDownOnSignal, shutdown } from '@docfolio/process/shutdown';
import { RecentErrors } from '@docfolio/process/system/recent-errors';
import { activeTraceId } from '@docfolio/process/tracing/tracer';
import { isTracingConfigured, startTracing } from '@docfolio/process/tracing/tracing';
import { pino } from 'pino';
import { configSchema } from './config.schema.js';
import { logOutput, recordErrors } from './log-output.js';
import { obeyPrimary, startWorkers, stopTimeout } from './workers.js';

const config = loadConfig(configSchema);
const errors = new RecentErrors();
const traceOfLine = () => {
  const traceId = activeTraceId();
  return traceId === undefined ? {} : { trace_id: traceId };
};
const logger = pino(
  {
    level: config.LOG_LEVEL,
    base: { service: 'web' },
    serializers: { err: describeError },
    hooks: { logMethod: recordErrors(errors) },
    ...(isTracingConfigured(config) && { mixin: traceOfLine }),
  },
  logOutput({ shared: config.WEB_WORKERS > 1 }),
);
const health = new HealthRegistry();

if (cluster.isWorker) await runWorker();
else await runProcess();

async function runProcess(): Promise<void> {
  if (config.NODE_ENV === 'production' && !config.SITE_URL) {
    logger.warn('SITE_URL is not set: pages and feeds give the address of the site as each request names it');
  }
  const hasWorkers = config.WEB_WORKERS > 1;
  const metrics: Metrics | undefined = hasWorkers
    ? await startWorkerMetrics({ config })
    : await startMetrics({ config, service: 'web', health });
  const site = hasWorkers ? await startWorkers({ count: config.WEB_WORKERS, health, logger }) : await startSite();
  const internal = await startInternalServer(health, config.INTERNAL_HOST, config.INTERNAL_PORT, metrics);
  const stop = async () => {
    await site.stop();
    await internal.close();
  };
  const seconds = drainSeconds(config);
  shutDownOnSignal({
    ...{ health, log: logger, stop },
    // Workers drain by themselves while `stop` waits for them.
    ...(hasWorkers ? { drainSeconds: 0, stopTimeout: stopTimeout(seconds) } : { drainSeconds: seconds }),
  });
  logger.info({ port: site.port, host: config.HOST, internal_port: internal.port }, 'listening');
}

async function runWorker(): Promise<void> {
  // A terminal, and systemd, send signals to all processes: workers stop when the primary process says so.
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => undefined);
  let stop = (): void => process.exit(0);
  obeyPrimary(health, () => stop());
  await startMetrics({ config, service: 'web', health });
  const site = await startSite();
  const shutDown = shutdown({ health, log: logger, drainSeconds: drainSeconds(config), stop: site.stop });
  stop = () => shutDown('SIGTERM');
}

/** Imported only here, so that the primary process of workers does not load what renders pages. */
async function startSite() {
  const tracing = await startTracing({ config, service: 'web', log: logger });
  const { startSite: start } = await import('./site.js');
  const { port, stop } = await start({ config, health, logger, errors });
  return {
    port,
    stop: async () => {
      await stop();
      await tracing?.stop();
    },
  };
}
