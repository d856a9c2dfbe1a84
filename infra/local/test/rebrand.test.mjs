// Gives a copy of the workspace another owner by editing libs/site-copy/src alone, builds it, and looks for the former
// owner in what visitors, feed readers, search engines and recipients of emails get. Run by `npm test -- --rebrand`.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { copyEnv, copyWorkspace, root } from './workspace-copy.mjs';

const copy = copyWorkspace('rebrand');
const copyText = path.join(copy, 'libs/site-copy/src');

const name = 'Zoë O’Brien-Łukasik';
const headline = 'Small apps for large museums.';

/** Data of the former owner, prices included; excludes the list of all currencies in zod (`UGX|USD|USN`). */
const traces =
  /\bAlex\b|Morgan|alexmorgan|Lisbon, Portugal|Europe\/Lisbon|15\+ years|within (24|48) hours|[Ss]enior [Ss]oftware [Ee]ngineer|Building better software|SaaS architecture|AI integration|\$(150|200|175|125|299|599|899|5k|15k)\b|(?<![|\w])USD(?![|\w])/;

const owner = {
  name,
  tagline: 'App workshop',
  role: 'Freelance iOS Developer',
  years: '7',
  offer: 'apps for museums',
  location: 'Łódź, Poland',
  timeZone: 'Europe/Warsaw',
};

const offering = {
  id: 'museum-apps',
  title: 'Museum apps',
  sentence: 'Guides that work in thick walls.',
  features: ['Offline maps'],
  rateFrom: 1_250,
  duration: { from: 1, to: 1 },
};

const programme = {
  id: 'first-app',
  title: 'First app',
  level: 'Beginner',
  sentence: 'From an idea to the store.',
  price: 1_000,
  sessions: 3,
  months: 1,
  popular: false,
  includes: ['Notes'],
};

/** Replaces the value of an exported constant, or of the first property of that name. */
function set(file, key, value) {
  const target = path.join(copyText, file);
  const text = readFileSync(target, 'utf8');
  const literal = JSON.stringify(value);
  const constant = new RegExp(`(export const ${key}\\b[^=]*= )[\\s\\S]*?;\\n(?=\\n|$)`);
  const list = new RegExp(`^(  ${key}: )\\[\\n[\\s\\S]*?\\n  \\],$`, 'm');
  const line = new RegExp(`^(  ${key}: ).*,$`, 'm');
  const form = [constant, list, line].find((pattern) => pattern.test(text));
  assert(form, `${file} has no ${key}`);
  writeFileSync(
    target,
    text.replace(form, (_all, before) => `${before}${literal}${form === constant ? ';\n' : ','}`),
  );
}

const imported = (file) => import(pathToFileURL(path.join(copy, file)).href);

let web;
let origin;
const gateway = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end('{"items":[],"total":0,"page":1,"page_size":9}');
});

before(async () => {
  set('site.ts', 'owner', owner);
  set('site.ts', 'links', { github: 'https://code.example.org/zoe' });
  set('site.ts', 'promises', { reply: 'within three days', proposal: 'within two weeks' });
  set('site.ts', 'currency', 'EUR');
  set('home.ts', 'headline', headline);
  set('offerings.ts', 'offerings', [offering]);
  set('mentorship.ts', 'programmes', [programme]);
  const projects = ['shell', 'site', 'blog', 'web', 'notifications', 'gateway'];
  execFileSync('npx', ['nx', 'run-many', '-t', 'build', '-p', ...projects], { cwd: copy, env: copyEnv, stdio: 'pipe' });

  await new Promise((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  web = spawn(process.execPath, ['apps/web/dist/main.js'], {
    cwd: copy,
    env: {
      ...copyEnv,
      PORT: '0',
      HOST: '127.0.0.1',
      INTERNAL_PORT: '0',
      GATEWAY_URL: `http://127.0.0.1:${gateway.address().port}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  origin = await new Promise((resolve, reject) => {
    let output = '';
    web.stdout.on('data', (chunk) => {
      output += chunk;
      const port = /"port":(\d+)[^\n]*"msg":"listening"/.exec(output)?.[1];
      if (port) resolve(`http://127.0.0.1:${port}`);
    });
    web.on('exit', () => reject(new Error(`the web process ended: ${output}`)));
  });
});

after(async () => {
  if (web?.exitCode === null) {
    const ended = new Promise((resolve) => web.once('exit', resolve));
    web.kill();
    await ended;
  }
  gateway.close();
  gateway.closeAllConnections();
  rmSync(copy, { recursive: true, force: true });
});

async function fetched(pathname) {
  const response = await fetch(`${origin}${pathname}`);
  assert.equal(response.status, 200, pathname);
  const text = await response.text();
  assert.doesNotMatch(text, traces, pathname);
  return text;
}

test('server-rendered pages show the new owner, offering and prices, and nothing of the former owner', async () => {
  const { publicPages } = await imported('libs/site-copy/dist/pages.js');
  const pages = publicPages.filter(({ path }) => !path.includes(':') && !path.startsWith('/newsletter'));
  for (const { path } of pages) {
    const html = await fetched(path);
    assert.match(html, /<main/, `${path} is rendered on the server`);
    assert.match(html, /<title[^>]*>[^<]*Zoë O’Brien-Łukasik/, path);
  }
  const home = await fetched('/');
  for (const text of [headline, 'zoe-obrien-łukasik.ts', 'Freelance iOS developer, 7 years', 'Museum apps'])
    assert(home.includes(text), `home page: ${text}`);
  assert(!home.includes('LinkedIn') && !home.includes('Book Mentorship'), 'links that are left out are not shown');
  assert.match(await fetched('/services'), /from €1,250\/hour/);
  assert.match(await fetched('/mentorship'), /€1,000[\s\S]*€333/);
});

test('feeds, manifest and icons carry the name of the new owner', async () => {
  for (const feed of ['/rss.xml', '/feed.json', '/site.webmanifest'])
    assert((await fetched(feed)).includes(name), `${feed} names the owner`);
  await fetched('/sitemap.xml');
  await fetched('/robots.txt');
  await fetched('/favicon.svg');
  const icon = await fetch(`${origin}/icon-512.png`);
  assert.equal(icon.headers.get('content-type'), 'image/png');
});

test('the link preview is another picture than that of the former owner', async () => {
  const picture = Buffer.from(await (await fetch(`${origin}/og.png`)).arrayBuffer());
  assert.equal(picture.readUInt32BE(16), 1200);
  const { hero } = await imported('libs/site-copy/dist/home.js');
  assert.equal(hero.headline, headline);
  const former = path.join(root, 'libs/site-copy/dist/brand/og.png');
  assert(!picture.equals(readFileSync(former)));
});

test('no built file contains the former owner', () => {
  for (const folder of ['libs/site-copy/dist/brand', 'apps/shell/dist', 'apps/site/dist', 'apps/blog/dist']) {
    for (const file of readdirSync(path.join(copy, folder), { recursive: true })) {
      if (!/\.(js|html|json|svg|css|webmanifest)$/.test(file) || file.includes('remoteEntry')) continue;
      // The build for the server contains docstrings, whose examples name the former owner.
      const text = readFileSync(path.join(copy, folder, file), 'utf8').replace(/\/\*\*[\s\S]*?\*\//g, '');
      const found = traces.exec(text);
      assert.equal(found?.[0], undefined, `${folder}/${file}`);
    }
  }
});

test('no email names the former owner', async () => {
  const notifications = (file) => imported(`services/notifications/dist/${file}.js`);
  const { acknowledgementMail, ownerMail } = await notifications('leads/lead-mails');
  const { confirmationMail } = await notifications('subscribers/confirmation-mail');
  const { recoveryMail } = await notifications('password-recovery/recovery-mail');
  const { digestMail } = await notifications('comments/digest-mail');
  const { issueText, withFooter } = await notifications('newsletter/issue-mail');
  const site = 'https://zoe.example';
  const lead = { id: 'l1', name: 'Mei', email: 'mei@example.com', source: 'contact', message: 'Hello.' };
  const comment = { author_name: 'Mei', post_title: 'A post', post_slug: 'a-post', excerpt: 'Well said.' };
  const issue = issueText({ title: 'A post', slug: 'a-post', excerpt: '', content: 'Text.' }, site);
  const emails = {
    receipt: acknowledgementMail(site),
    'new lead': ownerMail(lead, site),
    confirmation: confirmationMail({ confirm_token: 'c', unsubscribe_token: 'u' }, site),
    recovery: recoveryMail(site),
    comments: digestMail({ comments: [comment], comment_ids: ['c1', 'c2'] }, site),
    newsletter: { subject: issue.subject, ...withFooter(issue, site, 'u') },
    'newsletter test': { subject: issue.subject, ...withFooter(issue, site, null) },
  };
  for (const [kind, { subject, text, html = '' }] of Object.entries(emails)) {
    assert(subject && text, `the email "${kind}" has a subject and a text`);
    for (const part of [subject, text, html]) assert.doesNotMatch(part, traces, kind);
  }
});

test('mails and the API reference name the new owner', async () => {
  const { acknowledgementMail } = await imported('services/notifications/dist/leads/lead-mails.js');
  const { text } = acknowledgementMail('https://zoe.example');
  assert.match(text, /We'll get back to you within three days\./);
  const { configSchema } = await imported('services/notifications/dist/config.schema.js');
  const settings = { MONGODB_URI: 'mongodb://localhost/x', REDIS_URL: 'redis://localhost', MAIL_DIR: '/tmp' };
  const { MAIL_FROM } = configSchema.parse({ NODE_ENV: 'test', ...settings, MAIL_FROM: 'hello@zoe.example' });
  assert.equal(MAIL_FROM, `"${name}" <hello@zoe.example>`);
  const { openApiDocument } = await imported('services/gateway/dist/openapi/openapi-document.js');
  assert.equal(openApiDocument([], {}).info.title, `${name} API`);
});
