// Specs preload this into a service (`node --import`) to set its clock CLOCK_AHEAD_MS ahead.
const ahead = Number(process.env.CLOCK_AHEAD_MS);
const { now } = Date;

Date.now = () => now() + ahead;

// A proxy instead of a subclass, because mongoose recognises the type of a field by the constructor's name.
globalThis.Date = new Proxy(Date, {
  construct: (date, given) => Reflect.construct(date, given.length === 0 ? [date.now()] : given),
});
