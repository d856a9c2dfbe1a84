import { chown, stat } from 'node:fs/promises';
import { OperatorError } from '@docfolio/process/operator-error';

interface Volume {
  path: string;
  uid: number;
  gid: number;
}

/** Sets owners of volumes: Docker creates them as root, which a container without capabilities cannot change itself. */
export async function prepareVolumes(args: readonly string[], print: (line: string) => void): Promise<void> {
  for (const { path, uid, gid } of args.map(parse)) {
    const folder = await stat(path).catch(() => undefined);
    if (!folder?.isDirectory()) throw new OperatorError(`${path} is not a folder.`);
    if (folder.uid === uid && folder.gid === gid) continue;
    await chown(path, uid, gid);
    print(`${path} now belongs to ${uid}:${gid}`);
  }
}

function parse(argument: string): Volume {
  const [, path, uid, gid] = /^(\/[^=]+)=(\d+):(\d+)$/.exec(argument) ?? [];
  if (!path) throw new OperatorError(`${argument}: expected /path=uid:gid`, 2);
  return { path, uid: Number(uid), gid: Number(gid) };
}
