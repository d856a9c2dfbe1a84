import { ConfigError, invalidConfigExitCode, loadConfig } from '@docfolio/process/config';
import { startInternalServer } from '@docfolio/process/internal-server';
import { startMetrics } from '@docfolio/process/metrics/metrics';
import { shutDownOnSignal } from '@docfolio/process/shutdown';
import { flushed } from '@docfolio/service-kit/bootstrap';
import { createLogger } from '@docfolio/service-kit/logging';
import { configSchema } from './config.schema.js';
import { processes } from './processes.js';
import { MemberStartError, SharedProcess } from './shared-process.js';

/** ms for which the processes may stop: 14 s for the gateway, and as long for the services after it. */
const stopTimeout = 28_000;

const config = loadConfig(configSchema);
// Its secrets are for the processes in here, not for programs that these start.
delete process.env.PLACED_PROCESSES;
const logger = createLogger('backend', config.LOG_LEVEL);

process.on('unhandledRejection', (error) => {
  logger.fatal({ err: error }, 'unhandled rejection');
  void flushed(logger).then(() => process.exit(1));
});

try {
  const shared = SharedProcess.configure(await importAll(), config.PLACED_PROCESSES);
  await shared.start();
  const health = shared.health();
  const metrics = await startMetrics({ config, service: 'backend', health });
  const internal = await startInternalServer(health, config.INTERNAL_HOST, config.INTERNAL_PORT, metrics);
  const notReady = () => {
    health.stop();
    shared.stopBeingReady();
  };
  const stop = async () => {
    await shared.stop();
    await internal.close();
  };
  shutDownOnSignal({
    health: { stop: notReady },
    log: logger,
    drainSeconds: shared.drainSeconds,
    stop,
    stopTimeout,
  });
  logger.info({ port: internal.port, processes: Object.keys(config.PLACED_PROCESSES) }, 'ready');
} catch (error) {
  process.exit(await exitCodeFor(error));
}

async function importAll() {
  const names = Object.keys(config.PLACED_PROCESSES);
  const unknown = names.filter((name) => !(name in processes));
  if (unknown.length > 0) throw new ConfigError(`PLACED_PROCESSES: unknown process ${unknown.join(', ')}`);
  return Promise.all(names.map((name) => processes[name]!()));
}

/** Says why the process cannot start, unless one of those in it has said so. @returns its exit code */
async function exitCodeFor(error: unknown): Promise<number> {
  if (error instanceof ConfigError) {
    process.stderr.write(`${error.message}\n`);
    return invalidConfigExitCode;
  }
  if (error instanceof MemberStartError) {
    await flushed(error.logger);
    return error.exitCode;
  }
  logger.fatal({ err: error }, 'the service cannot start');
  await flushed(logger);
  return 1;
}
