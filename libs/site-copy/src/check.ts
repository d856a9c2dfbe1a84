import { contentProblems } from './copy-check.js';

// A step of this package's build: invalid content fails it, and with it every build that depends on it.
const problems = contentProblems();
for (const problem of problems) console.error(`libs/site-copy/src/${problem}`);
if (problems.length > 0) process.exitCode = 1;
