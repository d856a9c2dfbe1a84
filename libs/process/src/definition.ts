import type { z } from 'zod';

/** `frontend` is what visitors reach, `api` what front ends call, `service` what receives its requests over Redis. */
export type Tier = 'frontend' | 'api' | 'service';

/** Purpose of a port: `http` serves requests, `bytes` serves files to the gateway. */
export type ServedPort = 'http' | 'bytes';

/** A program besides the process itself, such as one that seeds its database. It ends by itself. */
export interface SideProgram {
  /** Its compiled file, without extension: `dist/<program>.js`. */
  program: string;
  /** The settings that it reads. */
  config: z.ZodObject;
  /** Whether the first start with demo data runs it. */
  seeds?: boolean;
}

export interface Container {
  /** CPU that is reserved, in Kubernetes' units. Default: 100m. */
  cpu?: string;
  /** Memory that is reserved, and that it may use at most, in Mi. Default: 160 and 384. */
  memory?: { reserved: number; limit: number };
  /** Memory that it may use at most under Compose, in MB. Default: 256. */
  composeMemory?: number;
  /** Why it needs that memory, as measured: a comment in the manifest. */
  memoryReason?: string;
  /** Size of its /tmp, which counts as memory under Compose, in Mi. Default: 64. */
  tmp?: { kubernetes: number; compose: number };
  /** A volume that it writes to. A new container may find it empty. */
  cache?: { volume: string; setting: string; path: string; size: string; reason: string };
  /** Variables that its libraries read, or that the process reads and that are the same in every container. */
  env?: Readonly<Record<string, string>>;
  /** Files of the repository in its image besides its bundle. */
  files?: readonly string[];
  /** MB that its third-party packages may take in its image. Default: 80. */
  maxModulesMegabytes?: number;
  /** Whether it connects to servers outside, by the network `outgoing` of Compose. */
  outgoing?: boolean;
  /** ConfigMaps of k8s/base besides `platform-settings` that it reads, without `-settings`. */
  settings?: readonly string[];
  /** Variables that .env sets, with their defaults under Compose where they differ from those of the program. */
  composeSettings?: Readonly<Record<string, string>>;
}

/** A process of the platform as launcher, images, Compose, Kubernetes, monitoring and documents need to know it. */
export interface ProcessDefinition<Config extends z.ZodObject = z.ZodObject> {
  /** Name of its folder, its image, its Deployment, its Compose service and its metrics. */
  name: string;
  tier: Tier;
  /** What it does, in one sentence. */
  about: string;
  /** Its settings. A field whose meta says `secret` reaches it as a file. */
  config: Config;
  /** The port that other processes or visitors connect to. Every process also has an internal one. */
  port?: { purpose: ServedPort; number: number };
  /** Processes that it connects to. Requests over Redis need none. */
  connectsTo?: readonly string[];
  sidePrograms?: readonly SideProgram[];
  /** Settings of `npm start`, which runs everything on one machine: values, and folders below the data folder. */
  onOneMachine?: { env?: Readonly<Record<string, string>>; folders?: Readonly<Record<string, string>> };
  container?: Container;
}

/** Declares a process. That of a service is `defineService` (libs/service-kit/src/service-definition.ts). */
export const defineProcess = <Config extends z.ZodObject>(
  definition: ProcessDefinition<Config>,
): ProcessDefinition<Config> => definition;
