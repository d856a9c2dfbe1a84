// `npm run bench:traces -w @docfolio/observability`: what traces cost. Three platforms get the same load in turns: without
// traces, with 10 % of them, and with all. The collector runs in this process, whose CPU time is not counted.
import { startCollector } from '@docfolio/process/testing/otlp-collector';
import { compare, printMedians, Subject } from './overhead.js';

const rounds = Number(process.argv[2] ?? 7);
const idleRounds = Number(process.argv[3] ?? 1);

const collector = await startCollector();
const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
const subjects = [
  await Subject.start('off', {}),
  await Subject.start('10 %', { ...traced, OTEL_TRACES_SAMPLER_ARG: '0.1' }),
  await Subject.start('100 %', { ...traced, OTEL_TRACES_SAMPLER_ARG: '1' }),
];
try {
  await compare(subjects, rounds, idleRounds);
  console.log(`${collector.spans.length} spans`);
  printMedians(subjects);
} finally {
  for (const subject of subjects) await subject.stop();
  await collector.close();
}
