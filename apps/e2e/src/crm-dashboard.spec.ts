import type { Page } from '@playwright/test';
import { expect, signIn, test } from './support/test.js';

interface Figures {
  [figure: string]: number;
}

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('the dashboard shows the counts of the services, and links to the records', async ({ page, owner }) => {
  const people = await owner.send<Figures>('GET', '/stats/people');
  const content = await owner.send<Figures>('GET', '/stats/content');
  await signIn(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(page.getByText('Welcome to the CRM admin dashboard')).toBeVisible();
  await expect(card(page, 'Total Leads')).toHaveText(`Total LeadsActive${people.leads}${people.new_leads} new`);
  await expect(card(page, 'Active Clients')).toHaveText(`Active Clients${people.clients}`);
  await expect(card(page, 'Active Projects')).toHaveText(
    `Active ProjectsActive${people.active_projects}In progress & planning`,
  );
  await expect(card(page, 'Service Inquiries')).toHaveText(`Service Inquiries${people.service_inquiries}`);
  await expect(card(page, 'Blog Subscribers')).toHaveText(
    `Blog SubscribersActive${people.active_subscribers}${people.unconfirmed_subscribers} unconfirmed`,
  );
  await expect(card(page, 'Testimonials')).toHaveText(
    `TestimonialsPending${content.approved_testimonials}${content.pending_testimonials} pending`,
  );
  await expect(card(page, 'Recent Activity')).toContainText(`Comments awaiting approval${content.pending_comments}`);
  // Each link opens the list of exactly the records that its number counts.
  for (const [region, label, path, heading] of [
    ['Total Leads', `${people.leads} leads`, '/admin/leads', `Leads (${people.leads})`],
    ['Total Leads', `${people.new_leads} new`, '/admin/leads?status=new', `Leads (${people.new_leads})`],
    ['Active Clients', `${people.clients} clients`, '/admin/clients', `Clients (${people.clients})`],
    [
      'Active Projects',
      `${people.active_projects} active`,
      '/admin/projects?status=active',
      `Projects (${people.active_projects})`,
    ],
    [
      'Service Inquiries',
      `${people.service_inquiries} service`,
      '/admin/service-inquiries',
      `Service Inquiries (${people.service_inquiries})`,
    ],
    [
      'Blog Subscribers',
      `${people.active_subscribers} active`,
      '/admin/blog-subscribers?status=active',
      `(${people.active_subscribers})`,
    ],
    [
      'Blog Subscribers',
      `${people.unconfirmed_subscribers} unconfirmed`,
      '/admin/blog-subscribers?status=unconfirmed',
      `(${people.unconfirmed_subscribers})`,
    ],
    [
      'Testimonials',
      `${content.approved_testimonials} approved`,
      '/admin/testimonials?status=approved',
      `(${content.approved_testimonials})`,
    ],
    [
      'Testimonials',
      `${content.pending_testimonials} pending`,
      '/admin/testimonials?status=pending',
      `(${content.pending_testimonials})`,
    ],
    ['Quick Actions', 'Review new leads', '/admin/leads?status=new', `Leads (${people.new_leads})`],
    [
      'Quick Actions',
      'Approve testimonials',
      '/admin/testimonials?status=pending',
      `(${content.pending_testimonials})`,
    ],
    ['Quick Actions', 'Manage projects', '/admin/projects?status=active', `Projects (${people.active_projects})`],
    [
      'Quick Actions',
      'Answer service inquiries',
      '/admin/service-inquiries?status=unanswered',
      `Service Inquiries (${people.unanswered_service_inquiries})`,
    ],
  ] as const) {
    await card(page, region).getByRole('link', { name: label }).click();
    await expect(page).toHaveURL(({ pathname, search }) => pathname + search === path);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(heading);
    await page.goBack();
  }
});
