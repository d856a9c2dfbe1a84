import childProcess from 'node:child_process';
import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { notAnImage } from '@docfolio/contracts/entities/image';
import { createLogger } from '@docfolio/service-kit/logging';
import { rejectionOf, waitFor } from '@docfolio/service-kit/testing/wait-for';
import sharp from 'sharp';
import { noise } from '../testing/pictures.js';
import { PictureProcess, type PictureProcessOptions } from './picture-process.js';

const program = join(__dirname, '../../dist/pictures/picture-program.js');

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('the picture program', () => {
  let folder: string;
  let pictures: PictureProcess;
  let lines: Record<string, unknown>[];

  const logger = createLogger('media', 'warn', { write: (line: string) => void lines.push(JSON.parse(line)) });
  const start = (path: string, options: Partial<PictureProcessOptions> = {}) => {
    pictures = new PictureProcess({ program: path, logger, ...options });
  };
  /** Starts a program that does `source` for each message `call`. */
  const startFake = (source: string, options?: Partial<PictureProcessOptions>) => {
    writeFileSync(
      file('fake.cjs'),
      `process.on('message', (call) => { ${source} }); process.on('disconnect', process.exit);`,
    );
    start(file('fake.cjs'), options);
  };
  const prepare = (signal?: AbortSignal) => pictures.prepare(file('upload'), file('stored'), signal);
  const file = (name: string) => join(folder, name);

  beforeEach(() => {
    lines = [];
    folder = mkdtempSync(join(tmpdir(), 'docfolio-pictures-'));
  });
  afterEach(() => {
    pictures.onApplicationShutdown();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is started for the first picture, does the next ones, and ends when there are no more', async () => {
    start(program, { idleLimit: 300 });
    expect(pictures.pid).toBeUndefined();
    writeFileSync(file('upload'), await noise(800, 40).png().toBuffer());
    const prepared = await pictures.prepare(file('upload'), file('stored'));
    expect(prepared).toMatchObject({ type: 'image/png', width: 800, height: 40, animated: false });
    expect(prepared.placeholder).toMatch(/^data:image\/webp;base64,/);
    const { pid } = pictures;
    await pictures.writeVariant(file('stored'), false, 320, file('variant'));
    expect(await sharp(await readFile(file('variant'))).metadata()).toMatchObject({ format: 'webp', width: 320 });
    expect(pictures.pid).toBe(pid);
    await waitFor('the end of the program', async () => !isRunning(pid!));
    expect(pictures.pid).toBeUndefined();
    await pictures.writeVariant(file('stored'), false, 320, file('again'));
    expect(pictures.pid).not.toBe(pid);
  });

  it('refuses what is no picture, as the service itself does', async () => {
    start(program);
    writeFileSync(file('upload'), Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(100)]));
    expect(await rejectionOf(pictures.prepare(file('upload'), file('stored')))).toMatchObject({
      code: 'validation_failed',
      errors: [{ path: 'file', message: notAnImage }],
    });
  });

  it('fails one picture only when it crashes', async () => {
    start(program);
    writeFileSync(file('upload'), await noise(3_000, 3_000).webp().toBuffer());
    const failed = rejectionOf(pictures.prepare(file('upload'), file('stored')));
    process.kill(pictures.pid!, 'SIGKILL');
    expect(await failed).toMatchObject({ code: 'unavailable', status: 503 });
    expect(lines).toEqual([
      expect.objectContaining({ level: 'warn', msg: 'picture program failed', signal: 'SIGKILL' }),
    ]);
    writeFileSync(file('upload'), await noise(60, 40).png().toBuffer());
    expect(await pictures.prepare(file('upload'), file('stored'))).toMatchObject({ width: 60 });
  });

  it('is killed when a picture takes too long, and the next picture gets another one', async () => {
    startFake(
      'if (call.args[0].endsWith("hangs")) return; process.send({ id: call.id, outcome: { error: "next" } });',
      {
        callLimit: 300,
      },
    );
    const hanging = rejectionOf(pictures.prepare(file('hangs'), file('stored')));
    const pid = pictures.pid!;
    expect(await hanging).toMatchObject({ code: 'unavailable' });
    await waitFor('the end of the program', async () => !isRunning(pid));
    expect(lines).toEqual([expect.objectContaining({ msg: 'picture program failed', after_ms: 300 })]);
    expect(await rejectionOf(prepare())).toEqual(new Error('next'));
  });

  it('is killed when the upload is aborted', async () => {
    startFake('');
    const upload = new AbortController();
    const aborted = rejectionOf(prepare(upload.signal));
    const pid = pictures.pid!;
    upload.abort(new Error('gone'));
    expect(await aborted).toEqual(new Error('gone'));
    await waitFor('the end of the program', async () => !isRunning(pid));
    expect(lines).toEqual([]);
  });

  it('gets no variables of the service but those that it needs', async () => {
    process.env.MONGODB_URI = 'mongodb://secret@localhost';
    const fork = jest.spyOn(childProcess, 'fork');
    try {
      startFake('process.send({ id: call.id, outcome: { error: process.env.PATH } });');
      expect(await rejectionOf(prepare())).toEqual(new Error(process.env.PATH));
      // The environment of Jest's tests is a copy, which a child does not inherit: only what is passed says something.
      expect(fork).toHaveBeenCalledWith(file('fake.cjs'), {
        env: expect.not.objectContaining({ MONGODB_URI: expect.anything() }),
      });
    } finally {
      fork.mockRestore();
      delete process.env.MONGODB_URI;
    }
  });

  it.each(['null', '{}', '{ id: call.id, outcome: {} }', '{ id: call.id, outcome: { problem: {} } }'])(
    'fails one picture only when its reply is %s',
    async (reply) => {
      startFake(`process.send(${reply});`);
      expect(await rejectionOf(prepare())).toMatchObject({ code: 'unavailable' });
      expect(lines).toEqual([expect.objectContaining({ msg: 'picture program failed' })]);
    },
  );

  it('cannot reply to another picture than the one it was given', async () => {
    startFake(`
      const reply = (id, error) => process.send({ id, outcome: { error } });
      if (call.id > 1) reply(call.id - 1, 'late');
      reply(call.id, 'of ' + call.id);
    `);
    await rejectionOf(prepare());
    expect(await rejectionOf(prepare())).toEqual(new Error('of 2'));
  });

  it('cannot reply any more once it has failed', async () => {
    const children: EventEmitter[] = [];
    const fork = jest.spyOn(childProcess, 'fork').mockImplementation(() => {
      const child = Object.assign(new EventEmitter(), { send: () => true, kill: () => true });
      children.push(child);
      return child as unknown as childProcess.ChildProcess;
    });
    start(program);
    const first = rejectionOf(prepare());
    children[0]!.emit('exit', 1, null);
    await first;
    const second = rejectionOf(prepare());
    fork.mockRestore();
    children[0]!.emit('message', { id: 2, outcome: { error: 'of the first' } });
    children[1]!.emit('message', { id: 2, outcome: { error: 'of the second' } });
    expect(await second).toEqual(new Error('of the second'));
  });

  it.each(['fork', 'send'])('fails one picture only when %s throws', async (call) => {
    const throws = () => {
      throw new Error('EMFILE');
    };
    const child = Object.assign(new EventEmitter(), { send: throws, kill: () => true });
    const fork = jest.spyOn(childProcess, 'fork').mockImplementation(call === 'fork' ? throws : () => child as never);
    start(program);
    const failed = rejectionOf(prepare());
    fork.mockRestore();
    expect(await failed).toMatchObject({ code: 'unavailable' });
    child.emit('exit', 1, null);
    expect(lines).toEqual([expect.objectContaining({ msg: 'picture program failed' })]);
    writeFileSync(file('upload'), await noise(60, 40).png().toBuffer());
    expect(await prepare()).toMatchObject({ width: 60 });
  });
});
