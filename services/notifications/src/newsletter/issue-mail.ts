import type { EditedPost } from '@docfolio/contracts/entities/post';
import { escapeHtml } from '@docfolio/markdown/escape-html';
import { renderMarkdown } from '@docfolio/markdown/render';
import { toHtml } from '@docfolio/markdown/to-html';
import { unsubscribeUrl } from '../mail/subscription-links.js';
import { mailText } from './mail-text.js';
import type { IssueText } from './newsletter-issue.repository.js';

const style = [
  'body{margin:0;padding:32px 20px;background:#ffffff;color:#1c1e22;font:16px/1.65 -apple-system,"Segoe UI",Helvetica,Arial,sans-serif}',
  '.mail{max-width:600px;margin:0 auto}',
  'h1{font-size:28px;line-height:1.2;margin:0 0 8px}h2{font-size:21px;line-height:1.3;margin:32px 0 8px}h3,h4{font-size:17px;margin:24px 0 8px}',
  'p,ul,ol,blockquote,pre,table,figure{margin:0 0 16px}a{color:#1a5fb4}img{max-width:100%;height:auto}',
  'pre{padding:12px 14px;background:#f4f5f7;border-radius:6px;overflow-x:auto;font:14px/1.55 ui-monospace,Menlo,Consolas,monospace}',
  'code{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.92em}',
  'blockquote{padding-left:14px;border-left:3px solid #d5d8dd;color:#4a4f57}',
  'table{border-collapse:collapse}td,th{padding:4px 10px 4px 0;text-align:left;border-bottom:1px solid #e3e5e9}figcaption,.small{font-size:13px;color:#5d636c}',
  'hr{border:0;border-top:1px solid #e3e5e9;margin:32px 0}',
].join('');

/** Renders a post as an email, in sanitised HTML and plain text, both with absolute URLs. */
export function issueText(
  post: Pick<EditedPost, 'title' | 'slug' | 'excerpt' | 'content'>,
  siteUrl: string,
): IssueText {
  const page = `${siteUrl}/blog/${post.slug}`;
  const { document } = renderMarkdown(post.content);
  return {
    subject: post.title,
    text: [post.title, page, '', mailText(document, page)].join('\n'),
    html: [
      `<h1>${escapeHtml(post.title)}</h1>`,
      `<p class="small"><a href="${escapeHtml(page)}">Read it on the site</a></p>`,
      toHtml(document, { page }),
    ].join('\n'),
  };
}

/** Adds the reason for the email and an unsubscribe link. Null token: a test email, whose link has no effect. */
export function withFooter(
  { text, html }: IssueText,
  siteUrl: string,
  token: string | null,
): { text: string; html: string } {
  const why = 'You get this because you subscribed to new posts by email and confirmed it.';
  const leave = token === null ? `${siteUrl}/newsletter/unsubscribe` : unsubscribeUrl(siteUrl, token);
  const test = token === null ? ' (In this test the link ends nothing.)' : '';
  return {
    text: [text, '', '--', why, `Unsubscribe: ${leave}${test}`, ''].join('\n'),
    html: [
      '<!doctype html>',
      `<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><style>${style}</style></head>`,
      `<body><div class="mail">${html}`,
      `<hr><p class="small">${why} <a href="${escapeHtml(leave)}">Unsubscribe</a>${test}</p></div></body></html>`,
    ].join('\n'),
  };
}
