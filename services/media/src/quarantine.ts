import { loadConfig } from '@docfolio/process/config';
import { openObjectStore } from '@docfolio/service-kit/object-store/object-store.config';
import { quarantineConfigSchema } from './config.schema.js';
import { imageOfObject, quarantine } from './images/image-objects.js';

const config = loadConfig(quarantineConfigSchema);
const store = openObjectStore(config, config.OBJECT_BUCKET);

async function list(): Promise<number> {
  let count = 0;
  for await (const { name, size, modifiedAt } of store.list(quarantine)) {
    console.log(`${modifiedAt.toISOString()}  ${String(size).padStart(9)}  ${name.slice(quarantine.length)}`);
    count++;
  }
  console.log(`${count} objects in quarantine`);
  return 0;
}

/** Restores all or the named images. @returns exit code: 1 if a named image is not in quarantine */
async function restore(images: string[]): Promise<number> {
  const restored = new Set<string>();
  let count = 0;
  for await (const { name } of store.list(quarantine)) {
    const object = name.slice(quarantine.length);
    const image = imageOfObject(object);
    if (images.length > 0 && !images.includes(image)) continue;
    await store.move(name, object);
    restored.add(image);
    console.log(object);
    count++;
  }
  console.log(`${count} objects restored`);
  const absent = images.filter((image) => !restored.has(image));
  if (absent.length > 0) console.error(`Not in quarantine: ${absent.join(', ')}`);
  return absent.length > 0 ? 1 : 0;
}

const [command, ...names] = process.argv.slice(2);
if (command === 'list' && names.length === 0) process.exitCode = await list();
else if (command === 'restore') process.exitCode = await restore(names);
else {
  console.error('npm run docfolio -- quarantine --help lists the commands.');
  process.exitCode = 2;
}
