// Fails on unclear phrases in comments, Markdown, API summaries and test names: `node infra/local/lint/prose.mjs [PATH...]`.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Regular expressions of banned phrases, keyed by the words to use instead. A space also matches a line break. */
const bannedPhrases = {
  'a noun, or a verb as in Returns ...': '/\\*\\* What (is|was|are|were|has|had|became)',
  'again, retry': 'anew|once more',
  'caller, client, subscriber, user': 'whoever|somebody',
  'concurrently, immediately, in the meantime': 'at once|meanwhile',
  'create, store, insert': '(writ(e|es|ten|ing)|wrote|puts?|putting) (it |them |one |this )?down',
  'dead-lettered': 'parked',
  heartbeat: 'signs? of life',
  idempotent: 'twice is once',
  'in flight, pending, running': 'under way',
  'invalidate, stale': 'outdate[sd]?|outdating',
  'lead, contact form': 'enquir(y|ies)',
  'notify, publish, report, distinguish': 'tells?|told|telling',
  'page (of a list), batch': 'screenfuls?',
  'receive, listen': 'hears?|heard',
  'render, display': '(re)?(draws?|drawn|drew|drawing)',
  'respond, return, response': 'answer(s|ed|ing)? (with|\\d{3})|kept (answer|page|response)s?',
  'timeout, deadline': 'patience',
  'unavailable, unreachable, down': '(is|are|was|were|be|been|gone) away (?!from)',
  'user, admin, visitor': 'strangers?',
};
/** Findings (`path: phrase`) that are not reported, by their beginning: uses in the plain sense. */
const allowedFindings = [];

const prose =
  /((?<=^|\s)(?:\/\*[\s\S]*?\*\/|\/\/.*)|(?:summary:|\.meta\(\{ description:|\b(?:it|test|describe)(?:\.\w+)*\()\s*(['"`]).*?\2)|./gm;
const ignored = /^(node_modules|dist|demo|fixtures|\..*)$/;
const patternOf = (phrase) => `(?<![\\w-])(?:${phrase.replaceAll(' ', '\\s+(?:(?:\\*|//)\\s+)?')})(?![\\w-])`;
const phrases = Object.entries(bannedPhrases).map(([use, phrase]) => [use, new RegExp(patternOf(phrase), 'gi')]);
const paths = process.argv.slice(2);
const allowed = allowedFindings.filter((beginning) => paths.length === 0 || !beginning.endsWith('/'));
const unused = new Set(paths.length === 0 ? allowed : []);

function* problemsIn(path) {
  if (statSync(path).isDirectory()) {
    for (const name of readdirSync(path)) if (!ignored.test(name)) yield* problemsIn(join(path, name));
  } else if (/\.(tsx?|mjs|cjs|md)$/.test(path)) {
    const text = readFileSync(path, 'utf8');
    const found = path.endsWith('.md') ? text : text.replace(prose, (_, part) => part ?? ' ');
    const plain = found.replace(/`[^`\n]*`|"[^"\n]*"|“[^”]*”/g, (quoted) => '_'.repeat(quoted.length));
    for (const [use, pattern] of phrases) {
      for (const { 0: match, index } of plain.matchAll(pattern)) {
        const phrase = match.replaceAll(/[\s*/]+/g, ' ').trim();
        const pass = allowed.find((beginning) => `${path}: ${phrase}`.startsWith(beginning));
        if (pass) unused.delete(pass);
        else yield `${path}:${plain.slice(0, index).split('\n').length}: "${phrase}", use: ${use}`;
      }
    }
  }
}

const problems = (paths.length > 0 ? paths : ['.']).flatMap((path) => [...problemsIn(path)]);
for (const entry of unused)
  problems.push(`remove "${entry}" from allowedFindings in infra/local/lint/prose.mjs: not needed`);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
