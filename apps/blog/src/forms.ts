import {
  type FormPost,
  type FormResult,
  failureOf,
  pick,
  type SubmitForm,
  submitPost,
} from '@docfolio/api-client/form-post';
import { comments, missingCommentFields } from '@docfolio/contracts/comment';
import { honeypotField } from '@docfolio/contracts/generated/constants';
import { subscribers } from '@docfolio/contracts/subscriber';
import { matchPath } from '@docfolio/federation/router';
import type { QueryClient } from '@tanstack/react-query';
import { commentFormName, newsletterFormName } from './form-fields.js';

/** Handles a comment or newsletter form that was posted without scripts. @returns undefined for any other form */
export const submit: SubmitForm = async (post, client) => {
  const { form } = post.fields;
  if (form === newsletterFormName) return subscribe(post, client);
  const isPost = matchPath('/blog/:slug', post.pathname) !== null;
  return form === commentFormName && isPost ? comment(post, client) : undefined;
};

const honeypotOf = ({ fields }: FormPost) => fields[honeypotField] && { website: fields[honeypotField] };

const commentFields = ['author_name', 'author_email', 'content'] as const;
const commentLabels = { author_name: 'Name', content: 'Comment' };

async function comment(post: FormPost, client: QueryClient): Promise<FormResult> {
  const values = pick(post.fields, commentFields);
  const refused = { kind: 'refused', form: commentFormName, values } as const;
  const missing = (['author_name', 'content'] as const).filter((name) => !values[name].trim());
  if (missing.length > 0) {
    const errors = Object.fromEntries(missing.map((name) => [name, `${commentLabels[name]} is required`]));
    return { status: 422, outcome: { ...refused, errors, title: 'Missing fields', text: missingCommentFields } };
  }
  const texts = { ...values, id: post.fields.id ?? '', parent_comment_id: null, ...honeypotOf(post) };
  const sent = await submitPost(comments.submit, texts, post, client);
  if (sent.kind === 'stored') {
    return { location: `${post.pathname}#comment`, outcome: { kind: 'sent', form: commentFormName, values: {} } };
  }
  const text = 'Failed to submit comment. Please try again.';
  if (sent.kind === 'invalid') {
    // An invalid post id has no field to show its error at.
    const { id, ...errors } = sent.errors;
    return { status: 422, outcome: { ...refused, errors, ...(id && { title: 'Error', text }) } };
  }
  const { errors, ...failure } = failureOf(sent.problem, commentFields);
  return { ...failure, outcome: { ...refused, errors, title: 'Error', text } };
}

const newsletterFields = ['name', 'email'] as const;

async function subscribe(post: FormPost, client: QueryClient): Promise<FormResult> {
  const values = pick(post.fields, newsletterFields);
  const refused = { kind: 'refused', form: newsletterFormName, values } as const;
  const sent = await submitPost(subscribers.submit, { ...values, source: 'blog', ...honeypotOf(post) }, post, client);
  if (sent.kind === 'stored') {
    return { location: `${post.pathname}#newsletter`, outcome: { kind: 'sent', form: newsletterFormName, values } };
  }
  if (sent.kind === 'invalid') return { status: 422, outcome: { ...refused, errors: sent.errors } };
  const { errors, ...failure } = failureOf(sent.problem, newsletterFields);
  if (sent.problem.code === 'already_subscribed') {
    const title = 'Already subscribed!';
    const text = 'This email is already subscribed to our newsletter.';
    return { ...failure, outcome: { ...refused, errors, title, text, isInfo: true } };
  }
  const text = 'Something went wrong. Please try again.';
  return { ...failure, outcome: { ...refused, errors, title: 'Error', text } };
}
