// Runs the specs of all packages in one run of Jest, where none may come from Nx's cache: in CI, and the slow ones. A run for each
// package starts Jest and its workers again, and leaves cores idle while the last one ends. `--selectProjects libs/ui` chooses.
const { existsSync, readdirSync } = require('node:fs');
const path = require('node:path');
const { workspaces } = require('./package.json');
const { together } = require('./jest.preset.cjs');

module.exports = together(
  workspaces
    .map((pattern) => path.join(__dirname, path.dirname(pattern)))
    .flatMap((group) => readdirSync(group).map((name) => path.join(group, name)))
    .filter((folder) => existsSync(path.join(folder, 'jest.config.cjs'))),
);
