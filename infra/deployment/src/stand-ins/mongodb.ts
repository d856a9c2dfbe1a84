// Replaces MongoDB: infra/embedded-mongo, which listens on loopback only, behind a relay.
import { spawn } from 'node:child_process';
import { startRelay } from './relay.js';

const port = 27017;
const loopbackPort = 27018;

const server = spawn(process.execPath, ['infra/embedded-mongo/dist/main.js'], {
  env: { ...process.env, PORT: String(loopbackPort), DATA_DIR: process.env.DATA_DIR ?? '/data/db' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
server.stdout.once('data', () => void startRelay(port, loopbackPort));
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => server.kill('SIGTERM'));
server.once('exit', (code) => process.exit(code ?? 1));
