import { comments } from '@docfolio/contracts/entities/comment';
import { subscribers } from '@docfolio/contracts/entities/subscriber';
import { matchPath } from '@docfolio/federation/router';
import {
  type FormPost,
  type FormResult,
  pick,
  type SubmitForm,
  submitPostedForm,
} from '@docfolio/public-forms/form-post';
import type { QueryClient } from '@tanstack/react-query';
import { commentFailure, commentFields, commentFormName, missingIn } from './comments/comment-fields.js';
import { alreadySubscribed, newsletterFields, newsletterFormName } from './newsletter/newsletter-fields.js';

/** Handles a comment or newsletter form that was posted without scripts. @returns undefined for any other form */
export const submit: SubmitForm = async (post, client) => {
  const { form } = post.fields;
  if (form === newsletterFormName) return subscribe(post, client);
  const isPost = matchPath('/blog/:slug', post.pathname) !== null;
  return form === commentFormName && isPost ? comment(post, client) : undefined;
};

async function comment(post: FormPost, client: QueryClient): Promise<FormResult> {
  const form = commentFormName;
  const values = pick(post.fields, commentFields);
  const missing = missingIn(values, { isReply: false });
  if (missing) return { status: 422, outcome: { kind: 'refused', form, values, ...missing } };
  return submitPostedForm(comments.submit, post, client, {
    form,
    fields: commentFields,
    fixed: { id: post.fields.id ?? '', parent_comment_id: null },
    location: `${post.pathname}#comment`,
    confirmed: [],
    failure: () => ({ text: commentFailure }),
  });
}

const subscribe = (post: FormPost, client: QueryClient): Promise<FormResult> =>
  submitPostedForm(subscribers.submit, post, client, {
    form: newsletterFormName,
    fields: newsletterFields,
    fixed: { source: 'blog' },
    location: `${post.pathname}#newsletter`,
    failure: (problem) => (problem?.code === 'already_subscribed' ? { ...alreadySubscribed, isInfo: true } : undefined),
  });
