import { idNumber } from '@docfolio/admin/testing/admin-gateway';
import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { contentDeadLetters, peopleDeadLetters } from '@docfolio/contracts/entities/dead-letter';
import { mails } from '@docfolio/contracts/entities/mail';
import { systemJobs } from '@docfolio/contracts/entities/system';
import { screen, waitFor, within } from '@testing-library/react';
import { address, endSession, renderOps, signInAs } from '../../test/render-ops.js';
import { ago, jobNumber, letterNumber, mailNumber, queueNamed, SystemGateway } from '../../test/system-gateway.js';

const path = '/admin/system';
let gateway: SystemGateway;
beforeAll(async () => {
  gateway = new SystemGateway(await FixtureServer.start());
});
beforeEach(async () => {
  gateway.reset({ queues: [queueNamed('send-mail', { failed: 3, delayed: 1 })], dead_letters: 3 });
  gateway.jobs = [
    jobNumber(1),
    jobNumber(2),
    jobNumber(3),
    jobNumber(4, { state: 'delayed', failed_at: null, next_at: ago(-60), attempts: 2, attempts_allowed: null }),
  ];
  await signInAs();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await endSession();
});
afterAll(() => gateway.server.stop());

const silenceLog = () => jest.spyOn(console, 'error').mockImplementation(() => undefined);
const drawer = (name: string | RegExp) => screen.findByRole('dialog', { name });
const jobAddress = (n: number, state = 'failed') => `${path}?queue=send-mail&state=${state}&job=job-${n}`;

describe('the jobs of a queue', () => {
  test('open from its row: the failed ones first, others on demand', async () => {
    const { user } = renderOps(path);
    await user.click(await screen.findByRole('link', { name: 'send-mail' }));
    const jobs = within(await drawer('send-mail'));
    await waitFor(() => expect(jobs.getAllByRole('listitem')).toHaveLength(3));
    expect(jobs.getByText('Emails')).toBeVisible();
    expect(jobs.getAllByRole('button', { pressed: true }).map((button) => button.textContent)).toEqual(['Failed3']);
    expect(jobs.getAllByRole('listitem')[0]).toHaveTextContent('job-1');
    expect(jobs.getAllByRole('listitem')[0]).toHaveTextContent('Error of job 1');
    await user.click(jobs.getByRole('button', { name: /^Delayed/ }));
    await waitFor(() => expect(jobs.getAllByRole('listitem')).toHaveLength(1));
    expect(address()).toBe(`${path}?queue=send-mail&state=delayed`);
    await user.click(jobs.getByRole('button', { name: /^Active/ }));
    expect(await jobs.findByRole('heading', { name: 'No active jobs' })).toBeVisible();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(address()).toBe(path);
  });

  test('can all be run again', async () => {
    const { user } = renderOps(`${path}?queue=send-mail`);
    const jobs = within(await drawer('send-mail'));
    await user.click(await jobs.findByRole('button', { name: 'Retry all' }));
    expect(await screen.findByText('4 emails tried again now')).toBeVisible();
    expect(await jobs.findByRole('heading', { name: 'No failed jobs' })).toBeVisible();
  });

  test('offer to retry if they cannot be loaded', async () => {
    silenceLog();
    gateway.server.on(systemJobs.list, () => {
      throw new ProblemError('internal');
    });
    renderOps(`${path}?queue=send-mail`);
    const jobs = within(await drawer('send-mail'));
    expect(await jobs.findByText('Failed to fetch the jobs')).toBeVisible();
    expect(jobs.getByRole('button', { name: 'Retry' })).toBeVisible();
  });
});

describe('a job', () => {
  test('shows its attempts, its error, its masked data and its request', async () => {
    renderOps(jobAddress(1));
    const job = within(await drawer('send-mail'));
    expect(await job.findByText('5 of 5')).toBeVisible();
    const fields = job.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`);
    expect(fields.filter((field) => !/^(Created|Failed)/.test(field))).toEqual([
      'Job: job-1',
      'Service: notifications',
      'Attempts: 5 of 5',
      'Request: request-of-job-1',
    ]);
    expect(job.getByText('Error of job 1')).toBeVisible();
    expect(job.getByText('Personal data is masked')).toBeVisible();
    expect(job.getByRole('region', { name: 'Payload' })).toHaveTextContent(
      '{ "to": "a••••", "delivery_id": "delivery-1", "attempt": 1, "note": null }',
    );
    const attempts = within(job.getByRole('list', { name: 'Attempts' })).getAllByRole('listitem');
    expect(attempts.map((attempt) => attempt.textContent)).toEqual([
      'Attempt 5 Latest attempt',
      'Attempt 4 Attempt before',
    ]);
    expect(job.getByText('The email was not sent.')).toBeVisible();
  });

  test('moves to its neighbours by J and K', async () => {
    const { user } = renderOps(jobAddress(1));
    await drawer('send-mail');
    expect(await screen.findByText('1 / 3')).toBeVisible();
    await user.keyboard('j');
    expect(await screen.findByText('request-of-job-2')).toBeVisible();
    expect(address()).toBe(jobAddress(2));
    await user.keyboard('k');
    expect(await screen.findByText('request-of-job-1')).toBeVisible();
  });

  test('runs again by R, and the next failed job opens', async () => {
    const { user } = renderOps(jobAddress(2));
    await screen.findByText('request-of-job-2');
    await screen.findByText('2 / 3');
    await user.keyboard('r');
    expect(await screen.findByText('The job runs now')).toBeVisible();
    expect(await screen.findByText('request-of-job-3')).toBeVisible();
    expect(gateway.server.requestsOf(systemJobs.retry).map((request) => request.path)).toEqual([
      '/admin/system/queues/send-mail/jobs/job-2/retry',
    ]);
    await waitFor(() => expect(screen.getByText('2 / 2')).toBeVisible());
  });

  test('is discarded by D after a question, and the job before opens after the last', async () => {
    const { user } = renderOps(jobAddress(3));
    await screen.findByText('request-of-job-3');
    await screen.findByText('3 / 3');
    await user.keyboard('d');
    const question = await screen.findByRole('alertdialog', { name: 'Discard this job?' });
    expect(question).toHaveTextContent('The email was not sent. It is removed for good');
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(gateway.server.requestsOf(systemJobs.discard)).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }));
    expect(await screen.findByText('Job discarded')).toBeVisible();
    expect(await screen.findByText('request-of-job-2')).toBeVisible();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });

  test('that is the only one leaves the empty list', async () => {
    gateway.jobs = [jobNumber(1)];
    const { user } = renderOps(jobAddress(1));
    await screen.findByText('request-of-job-1');
    await screen.findByText('1 / 1');
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { name: 'No failed jobs' })).toBeVisible();
    expect(address()).toBe(`${path}?queue=send-mail&state=failed`);
  });

  test('that waits for a retry can run now, but not be discarded', async () => {
    renderOps(jobAddress(4, 'delayed'));
    const job = within(await drawer('send-mail'));
    expect(await job.findByText('2, no limit')).toBeVisible();
    expect(job.getByText('Next attempt')).toBeVisible();
    expect(job.getByRole('button', { name: 'Retry' })).toBeVisible();
    expect(job.queryByRole('button', { name: 'Discard' })).not.toBeInTheDocument();
  });

  test('that was handled elsewhere is said to be gone', async () => {
    silenceLog();
    const { user } = renderOps(jobAddress(1));
    await screen.findByText('request-of-job-1');
    gateway.jobs = [];
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('It was already handled.')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'This job is not here' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument();
  });
});

describe('a failed email', () => {
  beforeEach(() => {
    gateway.failedMails = [mailNumber(1, { to: 'maya@example.com', lead_id: idNumber(42) }), mailNumber(2)];
  });

  test('is sent again, and the next one opens', async () => {
    const { user } = renderOps(path);
    await user.click(await screen.findByRole('link', { name: /^email.*Mail 1/ }));
    const mail = within(await drawer('Mail 1'));
    expect(mail.getByText('The mail server refused it (SMTP 550)')).toBeVisible();
    expect(mail.getByText('maya@example.com')).toBeVisible();
    expect(mail.getByRole('link', { name: 'Open lead' })).toHaveAttribute('href', `/admin/leads/${idNumber(42)}`);
    await user.click(mail.getByRole('button', { name: 'Resend' }));
    expect(await screen.findByText('The mail is being sent again')).toBeVisible();
    expect(await drawer('Mail 2')).toBeVisible();
    expect(gateway.failedMails.map(({ id }) => id)).toEqual(['event-2_owner']);
  });

  test('is discarded after a question; after the last one the drawer closes', async () => {
    gateway.failedMails = [mailNumber(2)];
    const { user } = renderOps(`${path}?mail=event-2_owner`);
    await screen.findByText('1 / 1');
    await user.keyboard('d');
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(gateway.server.requestsOf(mails.dismiss)).toHaveLength(1);
    expect(address()).toBe(path);
  });

  test('that is not listed is said to be gone', async () => {
    renderOps(`${path}?mail=other`);
    expect(await screen.findByRole('heading', { name: 'This email is not here' })).toBeVisible();
  });
});

describe('a refused form', () => {
  const open = () => renderOps(`${path}?submission=${idNumber(7)}`);
  beforeEach(() => {
    gateway.letters = [letterNumber(7)];
  });

  test('shows what is invalid, and is accepted once it is corrected', async () => {
    const { user } = open();
    const form = within(await drawer('Contact form'));
    expect(form.getByText(/^It contains invalid values/)).toBeVisible();
    const email = await form.findByRole('textbox', { name: 'Email', description: 'Invalid email address' });
    expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Sender 7');
    await user.clear(email);
    await user.type(email, 'sender@example.com');
    await user.click(form.getByRole('button', { name: 'Resend' }));
    expect(await screen.findByText('Contact form accepted')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const [sent] = gateway.server.requestsOf(peopleDeadLetters.resend);
    expect(sent!.body).toEqual({
      input: {
        name: 'Sender 7',
        email: 'sender@example.com',
        message: 'Words 7',
        source: 'contact',
        company: null,
      },
    });
  });

  test('is not sent while a field is invalid', async () => {
    const { user } = open();
    const form = within(await drawer('Contact form'));
    await form.findByRole('textbox', { name: 'Email', description: 'Invalid email address' });
    await user.click(form.getByRole('button', { name: 'Resend' }));
    await waitFor(() => expect(form.getByRole('textbox', { name: 'Email' })).toHaveFocus());
    expect(gateway.server.requestsOf(peopleDeadLetters.resend)).toHaveLength(0);
  });

  test.each(['email', 'input.email'])('shows what the server still refuses on its field: %s', async (field) => {
    gateway.letters = [letterNumber(7, { input: { name: 'A', email: 'a@b.c', message: 'Text', source: 'contact' } })];
    gateway.server.on(peopleDeadLetters.resend, () => {
      throw new ProblemError('validation_failed', { errors: [{ path: field, message: 'Not this address' }] });
    });
    const { user } = open();
    const form = within(await drawer('Contact form'));
    await user.click(form.getByRole('button', { name: 'Resend' }));
    expect(await form.findByRole('textbox', { name: 'Email', description: 'Not this address' })).toBeVisible();
  });

  test('explains a refusal that is about no field', async () => {
    silenceLog();
    gateway.letters = [
      letterNumber(7, {
        operation: 'POST /subscribers',
        code: 'already_subscribed',
        input: { email: 'reader@example.com' },
      }),
    ];
    gateway.server.on(peopleDeadLetters.resend, () => {
      throw new ProblemError('already_subscribed');
    });
    const { user } = open();
    const form = within(await drawer('Newsletter subscription'));
    await user.click(form.getByRole('button', { name: 'Resend' }));
    expect(await screen.findByText('The address was already subscribed')).toBeVisible();
    expect(gateway.letters).toHaveLength(1);
  });

  test('begins without a choice that does not exist, and names it', async () => {
    gateway.letters = [
      letterNumber(7, { input: { name: 'A', email: 'a@b.c', message: 'Text', source: 'contact', budget_range: '1k' } }),
    ];
    const { user } = open();
    const form = within(await drawer('Contact form'));
    expect(form.getByText('It was sent as “1k”, which is no choice.')).toBeVisible();
    await user.click(form.getByRole('button', { name: 'Resend' }));
    expect(await screen.findByText('Contact form accepted')).toBeVisible();
    const [sent] = gateway.server.requestsOf(peopleDeadLetters.resend);
    expect(sent!.body).toMatchObject({ input: { budget_range: null } });
  });

  test('of a reply to a deleted comment is sent as a comment of its own', async () => {
    gateway.letters = [];
    gateway.comments = [
      letterNumber(7, {
        operation: 'POST /posts/:id/comments',
        code: 'invalid_parent',
        input: { id: idNumber(1), parent_comment_id: idNumber(2), author_name: 'Critic', content: 'Text' },
      }),
    ];
    gateway.server.on(contentDeadLetters.resend, { json: { id: idNumber(7) } });
    const { user } = open();
    const form = within(await drawer('Comment'));
    await user.click(form.getByRole('button', { name: 'Resend' }));
    expect(await screen.findByText('Comment accepted')).toBeVisible();
    const [sent] = gateway.server.requestsOf(contentDeadLetters.resend);
    expect(sent!.body).toEqual({
      input: { id: idNumber(1), parent_comment_id: null, author_name: 'Critic', author_email: null, content: 'Text' },
    });
  });

  test('asks before what was typed is lost', async () => {
    const { user } = open();
    const form = within(await drawer('Contact form'));
    await user.type(await form.findByRole('textbox', { name: 'Name' }), ' Jones');
    await user.click(form.getByRole('button', { name: 'Close' }));
    const question = await screen.findByRole('alertdialog', { name: 'Discard what you typed?' });
    await user.click(within(question).getByRole('button', { name: 'Keep editing' }));
    expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Sender 7 Jones');
  });

  test('is discarded after a question', async () => {
    const { user } = open();
    const form = within(await drawer('Contact form'));
    await user.click(form.getByRole('button', { name: 'Discard' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }));
    expect(await screen.findByText('Submission dismissed')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(gateway.letters).toEqual([]);
  });

  test('of an unknown operation can only be read and discarded', async () => {
    gateway.letters = [letterNumber(7, { operation: 'POST /new-things', input: { wish: 'A boat' } })];
    open();
    const form = within(await drawer('POST /new-things'));
    expect(form.getByText('A boat')).toBeVisible();
    expect(form.queryByRole('button', { name: 'Resend' })).not.toBeInTheDocument();
    expect(form.getByRole('button', { name: 'Discard' })).toBeVisible();
  });
});
