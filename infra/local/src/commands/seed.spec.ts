import { readSizes, seed } from './seed.js';

it('reads the number of records of each kind from the options of npm run seed', () => {
  expect(readSizes(['--leads', '100000', '--inquiries=50'])).toEqual({ leads: 100_000, inquiries: 50 });
});

it.each([
  [[], 'Say how many'],
  [['--leads', '0'], 'Say how many'],
  [['--leads', 'abc'], 'expected a whole number'],
  [['--leads=-1'], 'expected a whole number'],
  [['--leads', '1e3'], 'expected a whole number'],
  [['--leads', '1.5'], 'expected a whole number'],
  [['--leads', '1000001'], 'expected a whole number'],
  [['--leads'], '--leads'],
  [['--lead', '5'], 'Unknown option'],
  [['--leads', '5', 'more'], 'Unexpected argument'],
  [['--inquiries', '5'], 'Inquiries are sent by leads'],
])('refuses the arguments %j with the usage and exit code 2', async (args, message) => {
  const printed = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(await seed(args)).toBe(2);
  expect(printed).toHaveBeenCalledTimes(1);
  const [text] = printed.mock.calls[0]!;
  expect(text).toContain(message);
  expect(text).toContain('npm run seed -- --leads N');
  printed.mockRestore();
});
