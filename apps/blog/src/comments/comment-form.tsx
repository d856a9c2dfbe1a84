import type { comments } from '@docfolio/contracts/entities/comment';
import { honeypotField } from '@docfolio/contracts/generated/constants';
import { type PostedForm, useReturnedText } from '@docfolio/public-forms/form-outcome';
import { usePublicForm } from '@docfolio/public-forms/use-public-form';
import { Button } from '@docfolio/ui/buttons/button';
import { Field } from '@docfolio/ui/forms/field';
import { FormConfirmation, FormSummary } from '@docfolio/ui/forms/form-summary';
import { Honeypot } from '@docfolio/ui/forms/honeypot';
import { Input } from '@docfolio/ui/forms/input';
import { Textarea } from '@docfolio/ui/forms/textarea';
import { toast } from '@docfolio/ui/runtime';
import type { ReactNode } from 'react';
import { loadRequests } from '../load-requests.js';
import { commentDraft, commentFailure, commentFields, commentFormName, missingIn } from './comment-fields.js';

export interface CommentFormProps {
  postId: string;
  /** Null for a comment on the post itself. */
  parentId: string | null;
  label: string;
  /** State of posting without scripts. Undefined (for replies): the form needs scripts. */
  posted?: PostedForm;
  onSent: () => void;
  aside?: ReactNode;
}

const idOf = (field: string) => `comment-${field}`;

/** A form for a comment or, with `parentId`, a reply. The text is kept as a draft until it is sent. */
export function CommentForm({ postId, parentId, label, posted, onSent, aside }: CommentFormProps) {
  const isReply = parentId !== null;
  const outcome = posted?.outcome;
  const refused = outcome?.kind === 'refused' ? outcome : undefined;
  const form = usePublicForm<typeof comments.submit>({
    name: commentDraft(parentId ?? postId),
    fields: commentFields,
    // The draft of a comment that was sent without scripts must not fill the form again.
    keepsDraft: outcome?.kind !== 'sent',
    fixed: { id: postId, parent_comment_id: parentId },
    load: async () => (await loadRequests()).commentSubmission,
    thanks: {
      title: 'Comment submitted',
      description: 'Your comment is pending approval and will appear once reviewed.',
    },
    failure: () => ({ description: commentFailure }),
    refused,
    idOf: posted && idOf,
    onSubmit: (values) => {
      posted?.forget();
      const missing = missingIn(values, { isReply });
      if (missing) toast({ variant: 'destructive', title: missing.title, description: missing.text });
      return missing?.errors;
    },
    onSent,
  });
  const name = form.text('author_name');
  const email = form.text('author_email');
  const content = form.text('content');
  const returned = useReturnedText(content.id, content.props.defaultValue);

  return (
    <form
      {...form.props}
      {...(posted && { id: 'comment', method: 'post', action: '#comment' })}
      aria-label={label}
      className="relative print:hidden"
    >
      {posted && (
        <>
          <input type="hidden" name="form" value={commentFormName} />
          <input type="hidden" name="id" value={postId} />
        </>
      )}
      {outcome?.kind === 'sent' && (
        <FormConfirmation className="mb-6">
          <span className="font-medium text-ink">Comment submitted</span>
          <br />
          Your comment is pending approval and will appear once reviewed.
        </FormConfirmation>
      )}
      {refused && <FormSummary {...refused} idOf={idOf} className="mb-6" />}
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
        <Field label="Name" id={name.id} error={name.error}>
          <Input {...name.props} autoComplete="name" placeholder="Your name" />
        </Field>
        <Field label="Email" id={email.id} optional hint="Never shown." error={email.error}>
          <Input {...email.props} type="email" autoComplete="email" placeholder="you@company.com" />
        </Field>
        <Field label={isReply ? 'Reply' : 'Comment'} id={content.id} error={content.error} className="sm:col-span-2">
          <Textarea
            {...content.props}
            defaultValue={returned}
            placeholder={isReply ? 'Your reply' : 'What do you think?'}
          />
        </Field>
      </div>
      <Honeypot name={honeypotField} />
      <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-3">
        <Button {...form.button} variant={isReply ? 'outline' : 'primary'}>
          {isReply ? 'Send reply' : 'Send comment'}
        </Button>
        {aside}
      </div>
    </form>
  );
}
