import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { CommandCounter } from '../commands.mjs';
import { post, repeat } from '../http.mjs';
import { sumOf } from '../processes.mjs';
import { mediansByName } from '../report.mjs';

const passes = 5;
const count = 60;
const single = 15;
const lanes = 8;
const rateForms = 300;
const rateLanes = 32;
const ratePasses = 3;

/** Sends a contact form. @param {string} url */
export const contact = (url) =>
  post(
    `${url}/api/v1/leads`,
    { name: 'Ada Example', email: `ada.${randomUUID()}@example.com`, message: 'A message.', source: 'contact' },
    { 'idempotency-key': randomUUID() },
  );

/** @param {string} url */
const signUp = (url) =>
  post(`${url}/api/v1/subscribers`, { email: `ada.${randomUUID()}@example.com` }, { 'idempotency-key': randomUUID() });

/**
 * CPU per form over all processes, from the request to the last effect in the background, and forms per second.
 * @param {import('../platform.mjs').BenchPlatform} platform
 */
export async function forms(platform) {
  const { url } = platform;
  /** @type {Record<string, { count: number, lanes: number, mails: number, one: () => Promise<unknown> }>} */
  const kinds = {
    contact: { count, lanes, mails: 2, one: () => contact(url) },
    'contact-single': { count: single, lanes: 1, mails: 2, one: () => contact(url) },
    'sign-up': { count, lanes, mails: 1, one: () => signUp(url) },
  };
  const send = async (/** @type {(typeof kinds)[string]} */ { count, lanes: at, mails, one }) => {
    const expected = platform.mails() + count * mails;
    const cost = await platform.cpuOf(
      async () => {
        await repeat(count, at, one);
        await mailsWritten(platform, expected);
      },
      { background: true },
    );
    return Object.fromEntries(Object.entries(cost).map(([name, ms]) => [name, ms / count]));
  };
  const commands = await CommandCounter.connect(platform.connection);
  // Warms up: the first hundreds of requests cost more until the code is compiled.
  for (let round = 0; round < 2; round += 1) for (const kind of Object.values(kinds)) await send(kind);
  /** @type {Record<string, Record<string, number>[]>} */
  const costs = Object.fromEntries(Object.keys(kinds).map((row) => [row, []]));
  for (let pass = 0; pass < passes; pass += 1)
    for (const [row, kind] of Object.entries(kinds)) costs[row].push(await send(kind));
  const sent = [];
  for (let pass = 0; pass < passes; pass += 1) {
    const before = await commands.read();
    await send(kinds.contact);
    const after = await commands.read();
    sent.push({ database: (after.database - before.database) / count, redis: (after.redis - before.redis) / count });
  }
  await commands.close();
  const rates = [];
  for (let pass = 0; pass < ratePasses; pass += 1) {
    const expected = platform.mails() + rateForms * 2;
    const began = performance.now();
    let accepted = 0;
    await repeat(rateForms, rateLanes, async () => {
      if ((await contact(url)).status !== 201) accepted += 1;
    });
    rates.push((rateForms * 1000) / (performance.now() - began));
    if (accepted > 0) throw new Error(`${accepted} of ${rateForms} forms were accepted (202), but not stored in time.`);
    await mailsWritten(platform, expected);
    await platform.settle();
  }
  return [
    ...Object.entries(costs).map(([row, all]) => ({ row, runs: all.map(sumOf), detail: mediansByName(all) })),
    { row: 'contact-database', runs: sent.map(({ database }) => database) },
    { row: 'contact-redis', runs: sent.map(({ redis }) => redis) },
    { row: 'forms-rate', runs: rates, note: `${rateLanes} at a time` },
  ];
}

/** Waits until the emails are written. @param {import('../platform.mjs').BenchPlatform} platform @param {number} expected */
async function mailsWritten(platform, expected) {
  const deadline = performance.now() + 120_000;
  for (; platform.mails() < expected; await delay(50)) {
    if (performance.now() > deadline) throw new Error(`${platform.mails()} of ${expected} emails were written.`);
  }
  if (platform.mails() > expected) throw new Error(`${platform.mails()} emails were written instead of ${expected}.`);
}
