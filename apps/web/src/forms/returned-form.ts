import type { RefusedForm } from '@docfolio/federation/server-build';
import { escapeHtml } from '@docfolio/markdown/escape-html';
import { siteTitle } from '@docfolio/site-copy/site';
import { completeHtml, type HtmlParts, withoutScripts } from '../html.js';
import type { FormFields } from '../rendering/form-submission.js';

/**
 * Returns a page with the values and errors of a refused form, used if the form's own page cannot be rendered. It has
 * no scripts: they would render the form's own page in its place, without the values.
 */
export function returnedForm(template: string, parts: HtmlParts, fields: FormFields, refused: RefusedForm): string {
  const { title = 'Error', text, errors, values } = refused;
  const inputs = Object.entries(fields).map(([name, value]) =>
    Object.hasOwn(values, name) ? control(name, value, errors[name]) : hidden(name, value),
  );
  const body = `<main style="max-width:42rem;margin:0 auto;padding:4rem 1.25rem">
<div role="alert"><h1>${escapeHtml(title)}</h1>${text ? `<p>${escapeHtml(text)}</p>` : ''}</div>
<p>What you typed is still here.</p>
<form method="post" style="display:grid;gap:1rem;margin-top:2rem">
${inputs.join('\n')}
<p><button type="submit" style="border:1px solid;border-radius:6px;padding:.5rem 1rem">Send again</button></p>
</form>
</main>`;
  const head = `<title>Error: ${escapeHtml(siteTitle)}</title><meta name="robots" content="noindex">`;
  const rendered = { head, body, queries: { queries: [], mutations: [] } };
  return withoutScripts(completeHtml(template, { ...parts, rendered }));
}

const hidden = (name: string, value: string) =>
  `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`;

function control(name: string, value: string, error: string | undefined): string {
  const label = name.replaceAll('_', ' ');
  const note = error ? `<br>${escapeHtml(error)}` : '';
  return `<label>${escapeHtml(label.charAt(0).toUpperCase() + label.slice(1))}${note}
<textarea name="${escapeHtml(name)}" rows="${value.length > 80 ? 6 : 1}" style="display:block;width:100%;border:1px solid;border-radius:6px;padding:.5rem">
${escapeHtml(value)}</textarea></label>`;
}
