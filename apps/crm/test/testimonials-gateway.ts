import { AdminGateway, idNumber, Table } from '@docfolio/admin/testing/admin-gateway';
import type { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { stats } from '@docfolio/contracts/entities/stats';
import { type ManagedTestimonial, testimonials } from '@docfolio/contracts/entities/testimonial';

/** Returns testimonial number `n`; 1 is the newest. `changes` replaces fields. */
export function testimonialNumber(n: number, changes: Partial<ManagedTestimonial> = {}): ManagedTestimonial {
  const at = new Date(Date.UTC(2026, 10, 20, 12) - n * 3_600_000).toISOString();
  return {
    id: idNumber(n),
    name: `Client ${n}`,
    role: 'CTO',
    company: `Company ${n}`,
    content: `Words of client ${n}`,
    rating: 5,
    is_approved: true,
    is_featured: false,
    created_at: at,
    updated_at: at,
    version: 1,
    ...changes,
  };
}

/** A fake gateway with one admin, which serves the given testimonials. */
export class TestimonialsGateway extends AdminGateway {
  readonly table = new Table<ManagedTestimonial>({
    operations: {
      list: testimonials.listAll,
      get: testimonials.get,
      create: testimonials.create,
      patch: testimonials.patch,
      remove: testimonials.delete,
    },
    textOf: ({ name, role, company, content }) => `${name}\n${role}\n${company}\n${content}`,
    matches: ({ is_approved, is_featured }, { status }) =>
      !status || { approved: is_approved, pending: !is_approved, featured: is_featured }[status] === true,
    make: (input, n) =>
      testimonialNumber(n, {
        ...(input as Partial<ManagedTestimonial>),
        created_at: new Date(Date.UTC(2027, 0, 1)).toISOString(),
      }),
    sort: '-created_at',
  });

  constructor(server: FixtureServer) {
    super(server);
    this.tables.set('testimonials', this.table);
  }

  reset(stored: ManagedTestimonial[] = []): void {
    this.resetAll();
    this.table.serve(this.server, stored);
    this.server.on(stats.content, () => ({ json: { ...this.content, testimonials: this.table.rows.length } }));
  }
}
