// Preloaded into a service by specs (`node --import`): its clock is CLOCK_AHEAD_MS ahead.
const ahead = Number(process.env.CLOCK_AHEAD_MS);
const { now } = Date;

Date.now = () => now() + ahead;

// A proxy, not a subclass: mongoose knows the type of a field by the constructor's name.
globalThis.Date = new Proxy(Date, {
  construct: (date, given) => Reflect.construct(date, given.length === 0 ? [date.now()] : given),
});
