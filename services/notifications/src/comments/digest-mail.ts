import type { CommentDigest, DigestedComment } from './comment-digest.schema.js';

/** Maximum length of a quoted comment in characters. */
const excerptLength = 300;

/** Returns a comment in one line, cut after `excerptLength` characters. */
export function excerptOf(content: string): string {
  const text = content.replace(/\s+/g, ' ').trim();
  const signs = [...text];
  return signs.length <= excerptLength ? text : `${signs.slice(0, excerptLength).join('').trimEnd()}…`;
}

export function digestMail(
  { comments, comment_ids }: CommentDigest,
  siteUrl: string,
): { subject: string; text: string } {
  const [first] = comments;
  const count = comment_ids.length;
  const more = count - comments.length;
  return {
    subject: count === 1 && first ? `New comment from ${first.author_name}` : `${count} new comments`,
    text: [
      ...comments.flatMap((comment) => [...passage(comment, siteUrl), '']),
      ...(more > 0 ? [`And ${more} more.`, ''] : []),
      'Nobody sees them until you approve them:',
      `${siteUrl}/admin/blog/comments`,
      '',
    ].join('\n'),
  };
}

function passage({ author_name, post_title, post_slug, excerpt }: DigestedComment, siteUrl: string): string[] {
  return [`${author_name} on "${post_title}"`, `${siteUrl}/blog/${post_slug}`, '', `  ${excerpt}`];
}
