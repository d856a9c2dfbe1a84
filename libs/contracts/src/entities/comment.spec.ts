import { commentPatch, missingCommentFields, newComment } from './comment.js';

const id = '123e4567-e89b-42d3-a456-426614174000';
const sent = { id, author_name: 'Maya', content: 'Hello' };

it('a comment without an email address or a parent has null for both', () => {
  const withNull = { ...sent, author_email: null, parent_comment_id: null };
  for (const input of [sent, { ...sent, author_email: '' }, { ...sent, author_email: null, parent_comment_id: null }])
    expect(newComment.parse(input)).toEqual(withNull);
  expect(newComment.parse({ ...sent, author_email: ' maya@example.com ', parent_comment_id: id })).toMatchObject({
    author_email: 'maya@example.com',
    parent_comment_id: id,
  });
});

it('a comment is refused with an invalid address, a parent that is no id, or without name or text', () => {
  const messageOf = (fields: object) => newComment.safeParse({ ...sent, ...fields }).error?.issues[0]?.message;
  expect(messageOf({ author_email: 'maya' })).toBe('Invalid email address');
  expect(messageOf({ parent_comment_id: 'a' })).toBe('Not an id');
  expect([{ author_name: ' ' }, { content: '' }, { content: undefined }].map(messageOf)).toEqual(
    Array(3).fill(missingCommentFields),
  );
});

it('a visitor cannot approve a comment by sending it, nor an admin rewrite it by moderating it', () => {
  expect(newComment.safeParse({ ...sent, is_approved: true }).success).toBe(false);
  expect(commentPatch.safeParse({ id, is_approved: true }).success).toBe(true);
  expect(commentPatch.safeParse({ id, is_approved: true, content: 'Rewritten' }).success).toBe(false);
});
