import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadConfig } from '@docfolio/process/config';
import { z } from 'zod';

// The bench compares the gateway with this bare Node server, which only sends the same bytes.

const { HEADERS, BODY_FILE } = loadConfig(z.object({ HEADERS: z.string(), BODY_FILE: z.string() }));
const headers = JSON.parse(HEADERS) as Record<string, string>;
const body = readFileSync(BODY_FILE);

const server = createServer((_request, response) => {
  response.writeHead(200, headers);
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ msg: 'ready', port })}\n`);
});
