import type * as Prometheus from 'prom-client';
import { currentScope, runInScope, type Scope, Scoped } from '../scope.js';

export type Labels<Name extends string> = Readonly<Record<Name, string>>;

export interface InstrumentOptions<Name extends string> {
  /** `docfolio_<what>_<unit>`, in base units: seconds, bytes. */
  name: string;
  help: string;
  /** Label names. Their values must be bounded: no ids, addresses, paths or anything else that a client chooses. */
  labels?: readonly Name[];
  /** Whether it measures the whole Node process, and not one of several that share it (`Scope`). Default: false. */
  ofNodeProcess?: boolean;
}

interface GaugeOptions<Name extends string> extends InstrumentOptions<Name> {
  /** How the values of the processes behind one port are combined. Default: `sum`. */
  aggregator?: Prometheus.Aggregator;
}

/** Loaded with `METRICS=on` only. */
export type Library = typeof Prometheus;

interface Instrument {
  bind(library: Library, registry: Prometheus.Registry): void;
  unbind(): void;
}

/** Upper bounds in seconds: a cached response, a usual call, the 5 s within which each request ends. */
export const requestBuckets = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Upper bounds in seconds of background work. */
export const jobBuckets = [0.01, 0.05, 0.25, 1, 5, 15, 60, 300];

const declared: Instrument[] = [];
/** The registries of the scopes that collect; `undefined` is outside of all scopes. */
const bound = new Map<Scope | undefined, { library: Library; registry: Prometheus.Registry }>();

/** Gives the instruments declared so far, and those declared later, a registry: until then they do nothing. */
export function bindInstruments(library: Library, registry: Prometheus.Registry): void {
  bound.set(currentScope(), { library, registry });
  for (const instrument of declared) instrument.bind(library, registry);
}

export function unbindInstruments(): void {
  bound.delete(currentScope());
  for (const instrument of declared) instrument.unbind();
}

export const isCollecting = (): boolean => bound.has(currentScope());

function declare<I extends Instrument>(instrument: I): I {
  declared.push(instrument);
  for (const [scope, { library, registry }] of bound) runInScope(scope, () => instrument.bind(library, registry));
  return instrument;
}

/** Whether an instrument has values in the current registry: one of the Node process has none in those of scopes. */
const isMeasuredHere = ({ ofNodeProcess = false }: { ofNodeProcess?: boolean }): boolean =>
  !(ofNodeProcess && currentScope());

export class Counter<Name extends string> implements Instrument {
  private readonly counter = new Scoped<Prometheus.Counter<Name> | undefined>(() => undefined);

  constructor(private readonly options: InstrumentOptions<Name>) {}

  add(labels: Labels<Name>, value = 1): void {
    this.counter.value?.inc(labels, value);
  }

  bind(library: Library, registry: Prometheus.Registry): void {
    if (!isMeasuredHere(this.options)) return;
    const { name, help, labels = [] } = this.options;
    this.counter.value = new library.Counter({ name, help, labelNames: labels, registers: [registry] });
  }

  unbind(): void {
    this.counter.value = undefined;
  }
}

export class Histogram<Name extends string> implements Instrument {
  private readonly histogram = new Scoped<Prometheus.Histogram<Name> | undefined>(() => undefined);

  constructor(private readonly options: InstrumentOptions<Name> & { buckets: readonly number[] }) {}

  observe(labels: Labels<Name>, seconds: number): void {
    this.histogram.value?.observe(labels, seconds);
  }

  bind(library: Library, registry: Prometheus.Registry): void {
    const { name, help, labels = [], buckets } = this.options;
    this.histogram.value = new library.Histogram({
      ...{ name, help, labelNames: labels, buckets: [...buckets], registers: [registry] },
    });
  }

  unbind(): void {
    this.histogram.value = undefined;
  }
}

/** A value that a collector reads when it is asked for. */
export class Gauge<Name extends string> implements Instrument {
  private readonly reading = new Scoped<(() => Promise<void>) | undefined>(() => undefined);
  private readonly gauge = new Scoped<Prometheus.Gauge<Name> | undefined>(() => undefined);

  constructor(private readonly options: GaugeOptions<Name>) {}

  /** Runs before the gauge is read. */
  set beforeRead(read: (() => Promise<void>) | undefined) {
    this.reading.value = read;
  }

  set(labels: Labels<Name>, value: number): void {
    this.gauge.value?.set(labels, value);
  }

  clear(): void {
    this.gauge.value?.reset();
    // A gauge without labels is 0 after a reset, which would be a measured value.
    if (!this.options.labels?.length) this.gauge.value?.remove();
  }

  bind(library: Library, registry: Prometheus.Registry): void {
    if (!isMeasuredHere(this.options)) return;
    const { name, help, labels = [], aggregator = 'sum' } = this.options;
    this.gauge.value = new library.Gauge({
      ...{ name, help, labelNames: labels, aggregator, registers: [registry] },
      collect: () => this.reading.value?.(),
    });
    this.clear();
  }

  unbind(): void {
    this.gauge.value = undefined;
    this.reading.value = undefined;
  }
}

/** Declares a counter. Call it at module scope, once per name. */
export const counter = <Name extends string = never>(options: InstrumentOptions<Name>): Counter<Name> =>
  declare(new Counter(options));

/** Declares a histogram of seconds. Call it at module scope, once per name. */
export const histogram = <Name extends string = never>(
  options: InstrumentOptions<Name> & { buckets: readonly number[] },
): Histogram<Name> => declare(new Histogram(options));

/** Declares a gauge, whose values `addCollector` reads. Call it at module scope, once per name. */
export const gauge = <Name extends string = never>(options: GaugeOptions<Name>): Gauge<Name> =>
  declare(new Gauge(options));

/** Returns `2xx` to `5xx`. */
export const statusClass = (status: number): string => `${Math.floor(status / 100)}xx`;

/** Returns the seconds since a value of `performance.now()`. */
export const secondsSince = (started: number): number => (performance.now() - started) / 1_000;
