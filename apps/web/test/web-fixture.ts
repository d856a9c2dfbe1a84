import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { loadConfig } from '@docfolio/process/config';
import { HealthRegistry } from '@docfolio/process/health';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { configSchema } from '../src/config.schema.js';
import { createWebApp, type WebAppOptions } from '../src/web-app.js';

const template = `<!doctype html>
<html lang="en"><head>
    <!-- head -->
    <!-- page styles -->
    <script type="application/json" id="remotes">{}</script>
</head><body><div id="root"></div><!-- state --></body></html>
`;

export const script = `${'console.log("a line that compresses well");'.repeat(40)}\n`;

/** Returns a manifest of the federation plugin. */
export const manifestOf = (name: string, hash = '0123456789') =>
  JSON.stringify({
    name,
    metaData: {
      globalName: `docfolio_${name}`,
      remoteEntry: { name: `remoteEntry.${hash}.js`, path: '', type: 'window' },
    },
    exposes: [
      {
        name: 'routes',
        assets: { js: { sync: [`routes.${hash}.js`], async: [] }, css: { sync: [`routes.${hash}.css`], async: [] } },
      },
    ],
  });

/** Writes a remote's browser build: its manifest and the files that it names. */
export async function writeRemote(folder: string, name: string, hash = '0123456789'): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeCompressed(path.join(folder, `remoteEntry.${hash}.js`), script);
  await writeFile(path.join(folder, `routes.${hash}.js`), `// the routes of ${name}`);
  await writeFile(path.join(folder, `routes.${hash}.css`), `/* the styles of ${name} */`);
  await writeFile(path.join(folder, 'mf-manifest.json'), manifestOf(name, hash));
}

/** Returns the `integrity` of a text. */
export const integrityOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  text: string;
}

type WebFixtureOptions = Partial<
  Pick<WebAppOptions, 'hostFile' | 'invalidations' | 'slowClients' | 'deployed' | 'pageTokens'>
>;

/** A web app on a free port, with a minimal build of the front ends in a temporary folder. */
export class WebFixture {
  private constructor(
    readonly folder: string,
    readonly url: string,
    /** Warnings and errors that the app has logged. */
    readonly log: { msg: string; path?: string; err?: { message: string } }[],
    private readonly app: FastifyInstance,
    readonly health: HealthRegistry,
  ) {}

  static async start(config: Record<string, string> = {}, options: WebFixtureOptions = {}): Promise<WebFixture> {
    const folder = await mkdtemp(path.join(tmpdir(), 'docfolio-web-'));
    try {
      return await WebFixture.startIn(folder, config, options);
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  private static async startIn(
    folder: string,
    config: Record<string, string>,
    { hostFile, invalidations, slowClients, deployed, pageTokens }: WebFixtureOptions,
  ): Promise<WebFixture> {
    const browserDirectory = path.join(folder, 'shell/dist/browser');
    await mkdir(path.join(browserDirectory, 'assets'), { recursive: true });
    await writeFile(path.join(browserDirectory, 'index.html'), template);
    await writeCompressed(path.join(browserDirectory, 'assets/main.0123456789.js'), script);
    for (const name of ['site', 'blog', 'crm', 'ops']) {
      await writeRemote(path.join(folder, name, 'dist'), name);
    }
    const log: WebFixture['log'] = [];
    const health = new HealthRegistry();
    const app = await createWebApp({
      config: loadConfig(configSchema, { NODE_ENV: 'test', GATEWAY_URL: 'http://127.0.0.1:9', ...config }),
      health,
      browserDirectory,
      hostFile: hostFile ?? path.join(folder, 'shell/dist/rendering/server.js'),
      invalidations,
      slowClients,
      deployed,
      pageTokens,
      appsDirectory: folder,
      logger: pino({ level: 'warn' }, { write: (line: string) => void log.push(JSON.parse(line)) }),
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    return new WebFixture(folder, `http://127.0.0.1:${port}`, log, app, health);
  }

  /** Sends a request without normalising or decoding the path. */
  get(target: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
    return send(this.url, target, headers, method);
  }

  /** Returns the paths of all routes. */
  paths(): string[] {
    const parents: string[] = [];
    return this.app
      .printRoutes()
      .split('\n')
      .flatMap((line) => {
        const [, indent = '', part, methods] = /^(.*?)[├└]── (\S*)( \()?/.exec(line) ?? [];
        if (part === undefined) return [];
        const depth = indent.length / 4;
        parents.splice(depth, parents.length, part);
        return methods ? parents.join('') : [];
      });
  }

  async stop(): Promise<void> {
    this.app.server.closeAllConnections();
    await this.app.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}

export function send(
  url: string,
  target: string,
  headers: Record<string, string> = {},
  method = 'GET',
  body?: string,
): Promise<Answer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path: target, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const whole = Buffer.concat(chunks);
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: whole,
          text: whole.toString('utf8'),
        });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Starts a server on a free port that stands in for the gateway, a dev server or another origin. */
export async function startUpstream(
  listener: RequestListener,
): Promise<{ url: string; server: Server; stop: () => Promise<void> }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, server, stop };
}

export async function writeCompressed(file: string, content: string): Promise<void> {
  await writeFile(file, content);
  await writeFile(`${file}.br`, brotliCompressSync(content));
  await writeFile(`${file}.gz`, gzipSync(content));
}
