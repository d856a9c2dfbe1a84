// A process for tracing.spec.ts: does some traced work with the settings of its environment, and prints what it saw.
import { createRequire } from 'node:module';
import { z } from 'zod';
import { commonConfig, loadConfig } from '../config.js';
import { activeTraceId, activeTraceparent, inSpan } from '../tracing/tracer.js';
import { startTracing } from '../tracing/tracing.js';

const warnings: object[] = [];
const log = { warn: (fields: object, message: string) => void warnings.push({ ...fields, message }) };
const config = loadConfig(z.object(commonConfig));
const tracing = await startTracing({ config, service: 'shop', log });
const requestId = '0af76519-16cd-43dd-8448-eb211c80319c';
const seen = await inSpan('GET /tea', { kind: 'server', requestId, attributes: { request_id: requestId } }, () =>
  inSpan('find tea', { kind: 'client' }, async () => ({ traceId: activeTraceId(), traceparent: activeTraceparent() })),
);
const stopping = performance.now();
await tracing?.stop();
const stopMs = performance.now() - stopping;
const loaded = Object.keys(createRequire(import.meta.url).cache).filter((path) => path.includes('@opentelemetry'));
console.log(JSON.stringify({ seen, loaded: loaded.length, warnings, stopMs }));
