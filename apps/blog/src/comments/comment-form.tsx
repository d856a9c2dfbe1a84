import { type PostedForm, useReturnedText } from '@docfolio/api-client/form-outcome';
import { honeypotField, missingCommentFields, missingReplyFields } from '@docfolio/contracts/generated/constants';
import { waitingNotice } from '@docfolio/site-copy/waiting-notice';
import { Button } from '@docfolio/ui/buttons/button';
import { Field } from '@docfolio/ui/forms/field';
import { FormConfirmation, FormSummary } from '@docfolio/ui/forms/form-summary';
import { Honeypot } from '@docfolio/ui/forms/honeypot';
import { Input } from '@docfolio/ui/forms/input';
import { Textarea } from '@docfolio/ui/forms/textarea';
import { toast } from '@docfolio/ui/runtime';
import type { ReactNode } from 'react';
import { type CommentField, commentFormName } from '../form-fields.js';
import { loadRequests, preloadRequests } from '../load-requests.js';
import type { CommentParent } from '../requests.js';
import { usePlainForm, type Values } from '../use-plain-form.js';

const fields = ['author_name', 'author_email', 'content', honeypotField] as const;
const drafted = ['author_name', 'author_email', 'content'] as const;

/** Returns the sessionStorage key of a draft. @param parent id of the post, or of the comment that is replied to */
export const commentDraftKey = (parent: string) => `docfolio.draft.comment.${parent}`;

export interface CommentFormProps extends CommentParent {
  label: string;
  /** State of posting without scripts. Undefined (for replies): the form needs scripts. */
  posted?: PostedForm;
  onSent: () => void;
  aside?: ReactNode;
}

/** A form for a comment or, with `parentId`, a reply. The text is kept as a draft until it is sent. */
export function CommentForm({ postId, parentId, label, posted, onSent, aside }: CommentFormProps) {
  const isReply = parentId !== null;
  const labels = { author_name: 'Name', content: isReply ? 'Reply' : 'Comment' };
  const outcome = posted?.outcome;
  const refused = outcome?.kind === 'refused' ? outcome : undefined;
  const form = usePlainForm(fields, send, { draftKey: commentDraftKey(parentId ?? postId), drafted, outcome });
  const idOf = (field: string) => `comment-${field}`;
  const returned = useReturnedText(idOf('content'), refused?.values.content);

  async function send(values: Values<CommentField>): Promise<void> {
    posted?.forget();
    const missing = (['author_name', 'content'] as const).filter((name) => !values[name].trim());
    if (missing.length > 0) {
      const description = isReply ? missingReplyFields : missingCommentFields;
      toast({ variant: 'destructive', title: 'Missing fields', description });
      return form.showErrors(Object.fromEntries(missing.map((name) => [name, `${labels[name]} is required`])));
    }
    try {
      const { validateComment, submitComment } = await loadRequests();
      const validated = validateComment({ postId, parentId }, values);
      if ('errors' in validated) return form.showErrors(validated.errors);
      await submitComment(validated.value, (seconds) => toast(waitingNotice(seconds)));
      toast({
        title: 'Comment submitted',
        description: 'Your comment is pending approval and will appear once reviewed.',
      });
      form.reset();
      onSent();
    } catch (error) {
      toast({ variant: 'destructive', title: 'Error', description: 'Failed to submit comment. Please try again.' });
      form.showServerErrors(error);
    }
  }

  return (
    <form
      {...form.props}
      {...(posted && { id: 'comment', method: 'post', action: '#comment' })}
      onFocus={preloadRequests}
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
        <Field label={labels.author_name} id={posted && idOf('author_name')} error={form.errors.author_name}>
          <Input
            name="author_name"
            defaultValue={refused?.values.author_name}
            autoComplete="name"
            placeholder="Your name"
          />
        </Field>
        <Field
          label="Email"
          id={posted && idOf('author_email')}
          optional
          hint="Never shown."
          error={form.errors.author_email}
        >
          <Input
            name="author_email"
            defaultValue={refused?.values.author_email}
            type="email"
            autoComplete="email"
            placeholder="you@company.com"
          />
        </Field>
        <Field
          label={labels.content}
          id={posted && idOf('content')}
          error={form.errors.content}
          className="sm:col-span-2"
        >
          <Textarea
            name="content"
            defaultValue={returned}
            placeholder={isReply ? 'Your reply' : 'What do you think?'}
          />
        </Field>
      </div>
      <Honeypot name={honeypotField} />
      <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-3">
        <Button type="submit" variant={isReply ? 'outline' : 'primary'} busy={form.busy}>
          {isReply ? 'Send reply' : 'Send comment'}
        </Button>
        {aside}
      </div>
    </form>
  );
}
