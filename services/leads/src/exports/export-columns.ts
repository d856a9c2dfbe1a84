import type { Client } from '@docfolio/contracts/client';
import type { Lead } from '@docfolio/contracts/lead';
import type { SentPortfolioInquiry } from '@docfolio/contracts/portfolio-inquiry';
import type { Project } from '@docfolio/contracts/project';
import type { SentServiceInquiry } from '@docfolio/contracts/service-inquiry';
import type { Subscriber } from '@docfolio/contracts/subscriber';
import type { CsvValue } from './csv.js';

/** A heading and what stands below it. */
export type Column<Row> = readonly [heading: string, value: (row: Row) => CsvValue];

// What the pages show and then what their drawers do. Choices are written as they are stored, times as the API gives
// them (ISO 8601, UTC), days as YYYY-MM-DD.

export const leadColumns: Column<Lead>[] = [
  ['Name', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['Phone', ({ phone }) => phone],
  ['Company', ({ company }) => company],
  ['Status', ({ status }) => status],
  ['Source', ({ source }) => source],
  ['Service Interest', ({ service_interest }) => service_interest],
  ['Project Type', ({ project_type }) => project_type],
  ['Budget', ({ budget_range }) => budget_range],
  ['Timeline', ({ timeline }) => timeline],
  ['Message', ({ message }) => message],
  ['Created At', ({ created_at }) => created_at],
];

export const clientColumns: Column<Client>[] = [
  ['Name', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['Phone', ({ phone }) => phone],
  ['Company', ({ company }) => company],
  ['Billing Address', ({ billing_address }) => billing_address],
  ['Created At', ({ created_at }) => created_at],
];

export const projectColumns: Column<Project>[] = [
  ['Title', ({ title }) => title],
  ['Client', ({ client }) => client?.label ?? null],
  ['Service Type', ({ service_type }) => service_type],
  ['Status', ({ status }) => status],
  ['Budget', ({ budget }) => budget],
  ['Start Date', ({ start_date }) => start_date],
  ['End Date', ({ end_date }) => end_date],
  ['Timeline Estimate', ({ timeline_estimate }) => timeline_estimate],
  ['Description', ({ description }) => description],
  ['Created At', ({ created_at }) => created_at],
];

type Sent = Pick<SentServiceInquiry, 'person'>;

const sender: Column<Sent>[] = [
  ['Name', ({ person }) => person?.name ?? null],
  ['Email', ({ person }) => person?.email ?? null],
  ['Company', ({ person }) => person?.company ?? null],
];

export const serviceInquiryColumns: Column<SentServiceInquiry>[] = [
  ...sender,
  ['Service', ({ service_name }) => service_name],
  ['Requirements', ({ specific_requirements }) => specific_requirements],
  ['Budget', ({ budget_range }) => budget_range],
  ['Timeline', ({ timeline }) => timeline],
  ['Created At', ({ created_at }) => created_at],
];

export const portfolioInquiryColumns: Column<SentPortfolioInquiry>[] = [
  ...sender,
  ['Project', ({ project_name }) => project_name],
  ['Similar Project Interest', ({ similar_project_interest }) => similar_project_interest],
  ['Custom Requirements', ({ custom_requirements }) => custom_requirements],
  ['Created At', ({ created_at }) => created_at],
];

/** Specification, section 7: these columns and no others. */
export const subscriberColumns: Column<Subscriber>[] = [
  ['Email', ({ email }) => email],
  ['Name', ({ name }) => name],
  ['Source', ({ source }) => source ?? 'blog'],
  ['Status', ({ is_active }) => (is_active ? 'Active' : 'Inactive')],
  ['Subscribed At', ({ subscribed_at }) => subscribed_at],
];
