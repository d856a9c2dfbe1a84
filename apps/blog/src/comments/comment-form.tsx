import { type PostedForm, useReturnedText } from '@docfolio/api-client/form-outcome';
import type * as contract from '@docfolio/contracts/comment';
import { Button } from '@docfolio/ui/button';
import { Field } from '@docfolio/ui/field';
import { FormConfirmation, FormSummary } from '@docfolio/ui/form-summary';
import { Honeypot } from '@docfolio/ui/honeypot';
import { Input } from '@docfolio/ui/input';
import { toast } from '@docfolio/ui/runtime';
import { Textarea } from '@docfolio/ui/textarea';
import { type ReactNode, useState } from 'react';
import { honeypotField } from '../honeypot-field.js';
import { type Texts, usePlainForm } from '../use-plain-form.js';
import type { CommentField, CommentPlace } from './comment-place.js';
import { commentDraft, commentFormName } from './comment-place.js';
import { loadCommentSubmission } from './load-comment-submission.js';

const fields = ['author_name', 'author_email', 'content', honeypotField] as const;
const drafted = ['author_name', 'author_email', 'content'] as const;

// Only types of the contract stand here: its schemas come with the submission. The types hold the words together.
const missingComment: typeof contract.missingCommentFields = 'Please fill in name and comment fields.';
const missingReply: typeof contract.missingReplyFields = 'Please fill in name and reply fields.';

// A failure is told when the form is sent, if the file hasn't arrived by then.
const preload = () => void loadCommentSubmission().catch(() => {});

export interface CommentFormProps extends CommentPlace {
  /** The form's accessible name. */
  label: string;
  /** What became of it, if the page is the answer to its post. Without it the form is for scripts alone. */
  posted?: PostedForm;
  onSent: () => void;
  /** Beside the button that sends. */
  aside?: ReactNode;
}

/**
 * Writes a comment or a reply (specification, sections 5 and 8). It keeps every word after a failure, and a draft over a
 * reload of the page.
 */
export function CommentForm({ postId, parentId, label, posted, onSent, aside }: CommentFormProps) {
  const place = parentId ?? postId;
  const isReply = parentId !== null;
  const labels = { author_name: 'Name', content: isReply ? 'Reply' : 'Comment' };
  const [{ send: sendOnce }] = useState(() => ({ send: lazySender(`docfolio.attempt.comment.${place}`) }));
  const outcome = posted?.outcome;
  const refused = outcome?.kind === 'refused' ? outcome : undefined;
  const form = usePlainForm(fields, send, { draftKey: commentDraft(place), drafted, outcome });
  const idOf = (field: string) => `comment-${field}`;
  const returned = useReturnedText(idOf('content'), refused?.values.content);

  async function send(texts: Texts<CommentField>): Promise<void> {
    posted?.forget();
    const missing = (['author_name', 'content'] as const).filter((name) => !texts[name].trim());
    if (missing.length > 0) {
      const words = isReply ? missingReply : missingComment;
      toast({ variant: 'destructive', title: 'Missing fields', description: words });
      return form.refuse(Object.fromEntries(missing.map((name) => [name, `${labels[name]} is required`])));
    }
    try {
      const { checkComment } = await loadCommentSubmission();
      const checked = checkComment({ postId, parentId }, texts);
      if ('errors' in checked) return form.refuse(checked.errors);
      await sendOnce(checked.value);
      toast({
        title: 'Comment submitted',
        description: 'Your comment is pending approval and will appear once reviewed.',
      });
      form.reset();
      onSent();
    } catch (error) {
      toast({ variant: 'destructive', title: 'Error', description: 'Failed to submit comment. Please try again.' });
      form.refuseAsServer(error);
    }
  }

  return (
    <form
      {...form.props}
      {...(posted && { id: 'comment', method: 'post', action: '#comment' })}
      onFocus={preload}
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

/** One sender for the life of a form, made when something is first sent. */
function lazySender(rememberAs: string) {
  let sender: ReturnType<typeof loadSender> | undefined;
  const loadSender = async () => (await loadCommentSubmission()).commentSender(rememberAs);
  return async (comment: contract.NewComment) => {
    sender ??= loadSender();
    return (await sender)(comment);
  };
}
