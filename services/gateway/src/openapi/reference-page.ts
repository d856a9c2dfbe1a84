import { liveHeartbeat, livePath } from '@docfolio/contracts/core/live';
import { type Operation, operationKey } from '@docfolio/contracts/core/operation';
import { type ProblemCode, problems } from '@docfolio/contracts/core/problem';
import { apiTokenPrefix } from '@docfolio/contracts/entities/api-token';
import type { NamedOperation } from '@docfolio/contracts/operations';
import { owner } from '@docfolio/site-copy/site';
import { apiPrefix } from '../http/api-prefix.js';
import { inputPartsOf, jsonSchemaOf } from './json-schema.js';
import { entitiesOf, entityOf, type NamedProblems } from './openapi-document.js';
import { problemCodesOf } from './problem-codes.js';
import { type FieldRow, fieldRows } from './reference-fields.js';

export interface ReferenceAddresses {
  stylesheet: string;
  document: string;
}

const accessText: Record<Operation['access'], string> = {
  public: 'Public',
  'signed-in': 'Signed in',
  admin: 'Admin',
};

/** Renders the API reference as HTML without scripts, with an anchor per operation and problem code. */
export function referencePage(
  operations: readonly NamedOperation[],
  named: NamedProblems,
  addresses: ReferenceAddresses,
): string {
  const entities = entitiesOf(operations).map((entity) => ({
    entity,
    members: operations.filter(({ name }) => entityOf(name) === entity),
  }));
  const navigation = entities.map(
    ({ entity, members }) =>
      `<section><h2>${html(titleOf(entity))}</h2><ul>${members.map(navigationItem).join('')}</ul></section>`,
  );
  const sections = entities.map(
    ({ entity, members }) =>
      `<section class="entity" id="${html(entity)}"><h2>${html(titleOf(entity))}</h2>${members
        .map((entry) => operationArticle(entry, named))
        .join('')}</section>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference | ${html(owner.name)}</title>
<link rel="stylesheet" href="${html(addresses.stylesheet)}">
<link rel="icon" href="data:,">
</head>
<body>
<input type="checkbox" id="light" class="theme-state" aria-label="Light theme">
<a class="skip" href="#main">Skip to content</a>
<header><div class="bar"><span class="product">${html(owner.name)} <span class="badge">v1</span></span>
<span class="tools"><a href="${html(addresses.document)}">openapi.json</a><label for="light" class="theme" aria-hidden="true"></label></span></div></header>
<div class="frame">
<nav aria-label="Operations"><details class="drawer"><summary>Operations</summary>${navigationBody(navigation)}</details><div class="side">${navigationBody(navigation)}</div></nav>
<main id="main">
<p class="eyebrow">api / docs</p>
<h1>API reference</h1>
<p class="lede">Every operation of the platform, from the table that the gateway itself routes by.</p>
${conventions(addresses)}
${sections.join('\n')}
${problemTable()}
</main>
</div>
</body>
</html>
`;
}

function navigationBody(groups: readonly string[]): string {
  const fixed =
    '<section><h2>Reference</h2><ul><li><a href="#conventions">Conventions</a></li><li><a href="#problems">Problems</a></li></ul></section>';
  return fixed + groups.join('');
}

function navigationItem({ name, operation }: NamedOperation): string {
  return `<li><a href="#${html(name)}"><span>${html(memberTitle(name))}</span><code>${operation.method}</code></a></li>`;
}

function conventions({ document }: ReferenceAddresses): string {
  return `<section id="conventions"><h2>Conventions</h2>
<p>All paths are below <code>${apiPrefix}</code>. Bodies are JSON objects in UTF-8 and are refused with fields that aren't listed. Times are RFC 3339 in UTC, ids are UUIDs.</p>
<p><strong>Access.</strong> <em>Public</em> operations ignore <code>Authorization</code>. The others take <code>Authorization: Bearer</code> with a session's access token, which lasts five minutes; admin operations also need an active row of admin_users. Operations with a scope, such as <code>remotes:write</code>, also take an API token (<code>${apiTokenPrefix}...</code>) with that scope, which an admin creates for a program: for one remote (<code>remotes:write:blog</code>), or for all but the CRM (<code>remotes:write</code>).</p>
<p><strong>Repeating safely.</strong> What makes a record takes an <code>Idempotency-Key</code> of 1 to 200 visible ASCII characters: a repeat with the same key and body gets the first answer, another body is refused.</p>
<p><strong>Kept answers.</strong> Public lists and records carry a strong <code>ETag</code>: <code>If-None-Match</code> gets 304 while nothing has changed. An edit is seen by the next request.</p>
<p><strong>Live changes.</strong> <code>GET ${livePath}</code> (admin) answers <code>text/event-stream</code>: each event <code>change</code> names a record that is another one now (<code>topic</code>, <code>id</code>, <code>act</code>), never what it says. A browser's EventSource cannot send a token; read it with fetch. <code>Last-Event-ID</code> goes on where a connection ended; <code>reset</code> says that what was missed is no longer known. A comment comes every ${liveHeartbeat / 1_000} s. It ends when its session does.</p>
<p><strong>Errors</strong> are <code>application/problem+json</code> (RFC 9457) with one of the <a href="#problems">codes below</a> and the id of the request.</p>
<p>The same, for machines: <a href="${html(document)}">${html(document)}</a>.</p></section>`;
}

function operationArticle({ name, operation }: NamedOperation, named: NamedProblems): string {
  const { path, query, body } = inputPartsOf(operation);
  const { required } = inputPartsOf(operation);
  const rows = (properties: typeof path) => fieldRows({ properties, required: [...required] });
  const output = fieldRows(jsonSchemaOf(operation.output, 'output'));
  const status = operation.creates ? '201' : '200';
  const codes = problemCodesOf(operation, named.get(operationKey(operation)));
  return `<article id="${html(name)}">
<h3>${html(operation.summary.replace(/\.$/, ''))}</h3>
<p class="route"><span class="method">${operation.method}</span> <code>${html(operation.path).replace(/:[a-z_]+/g, '<var>$&</var>')}</code> <span class="access ${operation.access}">${accessText[operation.access]}</span>${operation.scope ? ` <span class="access">${html(operation.scope)}</span>` : ''}${operation.creates ? ' <span class="access">Idempotency-Key</span>' : ''}</p>
${fieldTable('Path', rows(path))}${fieldTable('Query', rows(query))}${body ? fieldTable('Body', fieldRows(body)) : ''}
${fieldTable(operation.delivery === 'submission' ? `Answer ${status}, or 202` : `Answer ${status}`, output, true)}
<p class="codes"><span>Problems</span> ${codes.map(codeLink).join(' ')}</p>
</article>`;
}

function fieldTable(title: string, rows: readonly FieldRow[], folded = false): string {
  if (rows.length === 0) return '';
  const lines = rows.map(
    ({ name, type, required, notes }) =>
      `<li><span class="name"><code>${html(name)}</code>${required || folded ? '' : ' <span class="optional">optional</span>'}</span><span class="type"><code>${html(type)}</code>${notes.length > 0 ? `<span class="notes">${html(notes.join(', '))}</span>` : ''}</span></li>`,
  );
  const list = `<ul class="fields">${lines.join('')}</ul>`;
  if (!folded) return `<h4>${html(title)}</h4>${list}`;
  return `<details class="answer"><summary>${html(title)}<span>${rows.length} ${rows.length === 1 ? 'field' : 'fields'}</span></summary>${list}</details>`;
}

function problemTable(): string {
  const rows = (Object.keys(problems) as ProblemCode[]).map(
    (code) =>
      `<li id="${code}"><span class="status">${problems[code].status}</span><code>${code}</code><span>${html(problems[code].title)}</span></li>`,
  );
  return `<section id="problems"><h2>Problems</h2>
<p>A problem has <code>type</code>, <code>title</code>, <code>status</code>, <code>code</code>, <code>request_id</code> and where it helps <code>detail</code>, <code>errors</code> (a path and a message for each field), <code>current</code> (the record as it is now) and <code>location</code> (where it is now). <code>Retry-After</code> says when another try makes sense.</p>
<ul class="problems">${rows.join('')}</ul></section>`;
}

function codeLink(code: ProblemCode): string {
  return `<a href="#${code}">${code}</a>`;
}

function titleOf(name: string): string {
  const words = name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`).trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function memberTitle(operationName: string): string {
  return titleOf(operationName.slice(operationName.indexOf('.') + 1));
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function html(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character]!);
}
