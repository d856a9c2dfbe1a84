import { Inbox, MailWarning, MessageCircle, MessageSquareText, PackageOpen, Quote } from 'lucide-react';
import { type DashboardFigures, useDashboardFigures } from './dashboard-figures.js';
import { DashboardPanel, PanelRow } from './dashboard-panel.js';
import { FigureCard } from './figure-card.js';
import { listPath } from './list-path.js';

/** The lists of exactly the records that the panels count. */
const lists = {
  newLeads: listPath('leads', 'new'),
  pendingTestimonials: listPath('testimonials', 'pending'),
  pendingComments: listPath('blog_comments', 'pending'),
  activeProjects: listPath('projects', 'active'),
  unansweredInquiries: listPath('service_inquiries', 'unanswered'),
};

export default function DashboardPage() {
  const figures = useDashboardFigures();
  const { people, content } = figures;
  return (
    <div className="mx-auto w-full max-w-360 px-6 pt-6 pb-12 max-md:px-4 max-md:pt-4">
      <h1 className="text-page text-ink">Dashboard</h1>
      <p className="text-ui text-muted">Welcome to the CRM admin dashboard</p>
      <div className="mt-5 overflow-hidden rounded-panel border border-line">
        {/* The negative margins clip the outermost borders of the cards. */}
        <div className="-mr-px -mb-px grid grid-cols-3 *:border-line *:border-r *:border-b max-lg:grid-cols-2 max-sm:grid-cols-1">
          <FigureCard
            title="Total Leads"
            from={people}
            kind="leads"
            figure={({ leads }) => leads}
            part={{ status: 'new', count: ({ new_leads }) => new_leads }}
            badge={({ new_leads }) => (new_leads > 0 ? 'Active' : undefined)}
          />
          <FigureCard title="Active Clients" from={people} kind="clients" figure={({ clients }) => clients} />
          <FigureCard
            title="Active Projects"
            from={people}
            kind="projects"
            status="active"
            figure={({ active_projects }) => active_projects}
            description="In progress & planning"
            badge={() => 'Active'}
          />
          <FigureCard
            title="Service Inquiries"
            from={people}
            kind="service_inquiries"
            figure={({ service_inquiries }) => service_inquiries}
          />
          <FigureCard
            title="Blog Subscribers"
            from={people}
            kind="blog_subscribers"
            status="active"
            figure={({ active_subscribers }) => active_subscribers}
            part={{
              status: 'unconfirmed',
              count: ({ unconfirmed_subscribers }) => unconfirmed_subscribers,
              hiddenIfZero: true,
            }}
            badge={() => 'Active'}
          />
          <FigureCard
            title="Testimonials"
            from={content}
            kind="testimonials"
            status="approved"
            figure={({ approved_testimonials }) => approved_testimonials}
            part={{ status: 'pending', count: ({ pending_testimonials }) => pending_testimonials }}
            badge={({ pending_testimonials }) => (pending_testimonials > 0 ? 'Pending' : undefined)}
          />
        </div>
      </div>
      <div className="mt-6 grid grid-cols-2 gap-6 max-lg:grid-cols-1">
        <RecentActivity {...figures} />
        <QuickActions {...figures} />
      </div>
    </div>
  );
}

function RecentActivity({ people, content, mails }: DashboardFigures) {
  const failedMails = mails.stats?.failed ?? 0;
  const parked = (people.stats?.parked_submissions ?? 0) + (content.stats?.parked_submissions ?? 0);
  return (
    <DashboardPanel title="Recent Activity">
      <PanelRow icon={Inbox} words="New leads" count={people.stats?.new_leads} to={lists.newLeads} />
      <PanelRow
        icon={MessageSquareText}
        words="Service inquiries"
        count={people.stats?.unanswered_service_inquiries}
        to={lists.unansweredInquiries}
      />
      <PanelRow
        icon={Quote}
        words="Testimonials awaiting approval"
        count={content.stats?.pending_testimonials}
        to={lists.pendingTestimonials}
      />
      <PanelRow
        icon={MessageCircle}
        words="Comments awaiting approval"
        count={content.stats?.pending_comments}
        to={lists.pendingComments}
      />
      {failedMails > 0 && (
        <PanelRow
          icon={MailWarning}
          tone="warning"
          words="Mails that could not be sent"
          count={failedMails}
          to="/admin/attention"
        />
      )}
      {parked > 0 && (
        <PanelRow
          icon={PackageOpen}
          tone="warning"
          words="Submissions that were set aside"
          count={parked}
          to="/admin/attention"
        />
      )}
    </DashboardPanel>
  );
}

function QuickActions({ people, content }: DashboardFigures) {
  return (
    <DashboardPanel title="Quick Actions">
      <PanelRow words="Review new leads" to={lists.newLeads} showsPath count={people.stats?.new_leads} />
      <PanelRow
        words="Approve testimonials"
        to={lists.pendingTestimonials}
        showsPath
        count={content.stats?.pending_testimonials}
      />
      <PanelRow words="Manage projects" to={lists.activeProjects} showsPath count={people.stats?.active_projects} />
      <PanelRow
        words="Answer service inquiries"
        to={lists.unansweredInquiries}
        showsPath
        count={people.stats?.unanswered_service_inquiries}
      />
    </DashboardPanel>
  );
}
