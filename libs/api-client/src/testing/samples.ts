import type { Lead } from '@docfolio/contracts/entities/lead';
import type { Session, SessionUser } from '@docfolio/contracts/entities/session';

export const sampleUser: SessionUser = {
  id: '6f0d4f5e-8a51-4f0a-9a51-0d6b2a3c1e01',
  email: 'owner@example.com',
  created_at: '2026-01-05T08:00:00.000Z',
};

/** Returns a session with the tokens `access-<n>` and `refresh-<n>`. @param lifetime seconds until it expires */
export function sampleSession(n: number, lifetime = 300, user = sampleUser): Session {
  return {
    access_token: `access-${n}`,
    refresh_token: `refresh-${n}`,
    expires_at: Math.floor(Date.now() / 1_000) + lifetime,
    expires_in: lifetime,
    token_type: 'bearer',
    user,
  };
}

export const sampleLead: Lead = {
  id: '0f9619ff-8b86-4d01-b42d-00cf4fc964ff',
  name: 'Ada',
  email: 'ada@example.com',
  phone: null,
  company: null,
  message: 'Hello',
  source: 'contact',
  budget_range: null,
  timeline: null,
  service_interest: null,
  project_type: null,
  status: 'new',
  is_spam: false,
  client_id: null,
  project_id: null,
  created_at: '2026-02-01T10:00:00.000Z',
  updated_at: '2026-02-01T10:00:00.000Z',
  version: 1,
};
