import { readFileSync } from 'node:fs';
import path from 'node:path';

const script = readFileSync(path.join(__dirname, 'early-clicks.js'), 'utf8');
const root = document.documentElement;

const clicked = jest.fn();

/** Creates a server-rendered page before hydration and runs the script. */
function startPage(): { inPage: HTMLElement; inFrame: HTMLElement } {
  for (const mark of ['frame', 'answering']) delete root.dataset[mark];
  document.body.innerHTML = `<div id="root"><button id="in-frame">Theme</button>
    <div data-mf="site"><button id="in-page"><span>Inquire</span></button>
    <form method="post"><button>Send</button></form></div></div>`;
  new Function(script)();
  const inPage = document.getElementById('in-page')!;
  const inFrame = document.getElementById('in-frame')!;
  return { inPage, inFrame };
}

/** Simulates hydration of a part and sets its attribute, which the script handles in a microtask. */
async function hydrate(part: 'frame' | 'answering'): Promise<void> {
  document.getElementById('root')!.onclick = ({ target }) => clicked((target as HTMLElement).closest('button')!.id);
  root.dataset[part] = '';
  await Promise.resolve();
}

beforeEach(() => clicked.mockReset());
afterEach(async () => {
  jest.useRealTimers();
  // Removes the listeners of the script.
  await hydrate('frame');
  await hydrate('answering');
});

it('replays a click once its button is hydrated, and marks the button as busy until then', async () => {
  const { inPage, inFrame } = startPage();
  inPage.querySelector('span')!.click();
  inPage.click();
  inFrame.click();
  expect([inPage, inFrame].map((button) => button.ariaBusy)).toEqual(['true', 'true']);
  await hydrate('frame');
  expect(clicked.mock.calls).toEqual([['in-frame']]);
  expect([inPage, inFrame].map((button) => button.ariaBusy)).toEqual(['true', null]);
  await hydrate('answering');
  expect(clicked.mock.calls).toEqual([['in-frame'], ['in-page']]);
  inPage.click();
  expect(clicked).toHaveBeenCalledTimes(3);
});

it('stops the propagation of a recorded click', () => {
  const { inPage } = startPage();
  document.getElementById('root')!.onclick = clicked;
  inPage.click();
  expect(clicked).not.toHaveBeenCalled();
});

it('replays no click after 30 s, and none on a removed button', async () => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  const { inPage, inFrame } = startPage();
  inPage.click();
  inFrame.click();
  jest.setSystemTime(Date.now() + 29_000);
  inFrame.remove();
  await hydrate('frame');
  jest.setSystemTime(Date.now() + 2_000);
  await hydrate('answering');
  expect(clicked).not.toHaveBeenCalled();
});

it('does not record clicks on a button created in the browser', () => {
  startPage();
  const retry = document.createElement('button');
  retry.onclick = clicked;
  document.querySelector('[data-mf]')!.append(retry);
  retry.click();
  expect(clicked).toHaveBeenCalledTimes(1);
});

it('marks forms that the browser posts, unless their submit event is cancelled', () => {
  startPage();
  const form = document.querySelector('form')!;
  const posted = jest.fn((event: Event) => event.preventDefault());
  // Runs after the script's listener; jsdom does not post forms.
  window.addEventListener('submit', posted, { once: true });
  form.querySelector('button')!.click();
  expect(posted).toHaveBeenCalledTimes(1);
  expect('posted' in form.dataset).toBe(true);
  delete form.dataset.posted;
  form.addEventListener('submit', (event) => event.preventDefault(), { once: true });
  form.querySelector('button')!.click();
  expect('posted' in form.dataset).toBe(false);
});
