import {
  buildFilesPath,
  type RemoteState,
  remotes,
  type SignedBuild,
  signedBuild,
} from '@docfolio/contracts/entities/remote';
import { cacheSequenceOf } from '@docfolio/edge/cache-sequence';

/** ms for one request: a file has at most 10 MB, and the gateway is near. */
const timeout = 20_000;

/** Where builds and the deployed state come from. */
export interface BuildSource {
  /** Returns the deployed builds of all remotes, and the number of the last invalidation that they contain. */
  states(): Promise<{ states: RemoteState[]; sequence: number }>;
  signedBuild(name: string, build: string): Promise<SignedBuild>;
  /** Returns the bytes of a file of a build. @param size its size in bytes by the build record: more is refused */
  file(name: string, build: string, path: string, size: number): Promise<Buffer>;
}

/** Reads from the gateway, so that the web process needs no credentials of the object store. */
export class GatewayBuildSource implements BuildSource {
  constructor(private readonly gatewayUrl: string) {}

  async states(): Promise<{ states: RemoteState[]; sequence: number }> {
    const response = await this.fetch(remotes.states.path);
    const { items } = remotes.states.output.parse(await response.json());
    return { states: items, sequence: cacheSequenceOf(response.headers) };
  }

  async signedBuild(name: string, build: string): Promise<SignedBuild> {
    const response = await this.fetch(pathOf(remotes.signedBuild.path, name, build));
    return signedBuild.parse(await response.json());
  }

  async file(name: string, build: string, path: string, size: number): Promise<Buffer> {
    const query = new URLSearchParams({ path });
    const response = await this.fetch(`${pathOf(buildFilesPath, name, build)}?${query}`);
    const chunks: Uint8Array[] = [];
    let received = 0;
    for await (const chunk of response.body ?? []) {
      received += chunk.length;
      if (received > size) throw new Error(`${path} of ${name} ${build} is longer than its build record says`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }

  private async fetch(path: string): Promise<Response> {
    const url = new URL(`/api/v1${path}`, this.gatewayUrl);
    const response = await fetch(url, { signal: AbortSignal.timeout(timeout) });
    if (response.ok) return response;
    await response.body?.cancel();
    throw new Error(`the gateway responded with ${response.status} to ${path}`);
  }
}

function pathOf(pattern: string, name: string, build: string): string {
  return pattern.replace(':name', name).replace(':build', build);
}
