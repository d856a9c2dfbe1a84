import { statfs } from 'node:fs/promises';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { HealthRegistry } from '../health.js';
import { addCollector } from './collectors.js';
import { counter, gauge } from './instruments.js';

/** ms between the timers that measure the delay of the event loop: 20 a second cost an idle process nothing visible. */
const lagResolution = 50;
const nanoseconds = 1e9;

const buildInfo = gauge({
  name: 'docfolio_build_info',
  help: 'Always 1; the labels name the versions of the platform and of Node.',
  labels: ['version', 'node'],
  aggregator: 'first',
});
const startTime = gauge({
  name: 'docfolio_process_start_time_seconds',
  ofNodeProcess: true,
  help: 'When the process started, in seconds since 1970.',
  aggregator: 'min',
});
const cpu = counter({
  name: 'docfolio_process_cpu_seconds_total',
  ofNodeProcess: true,
  help: 'CPU time of the process in user and kernel mode.',
});
const memory = gauge({
  name: 'docfolio_process_memory_bytes',
  ofNodeProcess: true,
  help: 'Memory of the process: resident, used heap, and buffers outside of the heap.',
  labels: ['kind'],
});
const memoryLimit = gauge({
  name: 'docfolio_process_memory_limit_bytes',
  ofNodeProcess: true,
  help: 'Memory that the container or the machine allows the process.',
  aggregator: 'max',
});
const lag = gauge({
  name: 'docfolio_event_loop_lag_seconds',
  ofNodeProcess: true,
  help: 'How late timers ran since the previous reading: median, 99th percentile and maximum.',
  labels: ['quantile'],
  aggregator: 'max',
});
const utilization = gauge({
  name: 'docfolio_event_loop_utilization_ratio',
  ofNodeProcess: true,
  help: 'Share of the time since the previous reading in which the event loop was busy.',
  aggregator: 'max',
});
const dependencyUp = gauge({
  name: 'docfolio_dependency_up',
  help: 'Whether what the process depends on is available, as on /readyz: 1 or 0.',
  labels: ['dependency'],
  aggregator: 'min',
});
const disk = gauge({
  name: 'docfolio_disk_bytes',
  ofNodeProcess: true,
  help: 'Size and free space of the file system with the root folder; of containers, the disk of the engine.',
  labels: ['kind'],
  aggregator: 'min',
});

/** Adds what every process exports. */
export function addProcessCollectors(version: string, health: HealthRegistry): () => void {
  const delays = monitorEventLoopDelay({ resolution: lagResolution });
  delays.enable();
  let usage: NodeJS.CpuUsage | undefined;
  let lastUtilization = performance.eventLoopUtilization();
  addCollector({
    name: 'process',
    gauges: [buildInfo, startTime, memory, memoryLimit, lag, utilization],
    maxAge: 1_000,
    read: async () => () => {
      buildInfo.set({ version, node: process.version }, 1);
      startTime.set({}, performance.timeOrigin / 1_000);
      const { user, system } = process.cpuUsage(usage);
      usage = process.cpuUsage();
      cpu.add({}, (user + system) / 1e6);
      const { rss, heapUsed, external } = process.memoryUsage();
      memory.set({ kind: 'resident' }, rss);
      memory.set({ kind: 'heap' }, heapUsed);
      memory.set({ kind: 'external' }, external);
      // 0, or more than the machine has, without a limit.
      const constrained = process.constrainedMemory();
      if (constrained > 0 && constrained < Number.MAX_SAFE_INTEGER) memoryLimit.set({}, constrained);
      const late = (value: number) => (delays.count > 0 ? Math.max(0, value / nanoseconds - lagResolution / 1_000) : 0);
      lag.set({ quantile: '0.5' }, late(delays.percentile(50)));
      lag.set({ quantile: '0.99' }, late(delays.percentile(99)));
      lag.set({ quantile: '1' }, late(delays.max));
      delays.reset();
      const now = performance.eventLoopUtilization();
      utilization.set({}, performance.eventLoopUtilization(now, lastUtilization).utilization);
      lastUtilization = now;
    },
  });
  addCollector({
    name: 'readiness',
    gauges: [dependencyUp],
    maxAge: 1_000,
    read: async () => {
      const states = await health.states();
      return () => {
        for (const [dependency, available] of states) dependencyUp.set({ dependency }, available ? 1 : 0);
      };
    },
  });
  addCollector({
    name: 'disk',
    gauges: [disk],
    maxAge: 30_000,
    read: async () => {
      const { bsize, blocks, bavail } = await statfs('/');
      return () => {
        disk.set({ kind: 'size' }, bsize * blocks);
        disk.set({ kind: 'free' }, bsize * bavail);
      };
    },
  });
  return () => delays.disable();
}
