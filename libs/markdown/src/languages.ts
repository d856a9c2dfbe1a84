import type { LanguageFn } from 'highlight.js';
import bash from 'highlight.js/lib/languages/bash';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import dart from 'highlight.js/lib/languages/dart';
import diff from 'highlight.js/lib/languages/diff';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import go from 'highlight.js/lib/languages/go';
import graphql from 'highlight.js/lib/languages/graphql';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import markdown from 'highlight.js/lib/languages/markdown';
import protobuf from 'highlight.js/lib/languages/protobuf';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import scss from 'highlight.js/lib/languages/scss';
import standardSql from 'highlight.js/lib/languages/sql';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { createLowlight } from 'lowlight';

/** Standard SQL, with the types of PostgreSQL and SQLite and with highlighted names in CREATE, ALTER and DROP. */
const sql: LanguageFn = (hljs) => {
  const standard = standardSql(hljs);
  const types =
    'bigserial bool box bytea cidr citext inet int2 int4 int8 json jsonb money real serial smallserial text timestamptz timetz tsvector uuid xml';
  return {
    ...standard,
    contains: [
      { scope: 'type', match: new RegExp(`\\b(?:${types.replaceAll(' ', '|')})\\b`, 'i') },
      {
        match: [
          /\b(?:create|alter|drop)\s+(?:or\s+replace\s+)?(?:temporary\s+|materialized\s+)?(?:table|view|type)(?:\s+if(?:\s+not)?\s+exists)?/i,
          /\s+/,
          /[a-z_][\w.]*/i,
        ],
        scope: { 1: 'keyword', 3: 'title' },
      },
      ...standard.contains,
    ],
  };
};

const lowlight = createLowlight({
  bash,
  csharp,
  css,
  dart,
  diff,
  dockerfile,
  go,
  graphql,
  ini,
  java,
  javascript,
  json,
  kotlin,
  markdown,
  protobuf,
  python,
  ruby,
  rust,
  scss,
  sql,
  swift,
  typescript,
  xml,
  yaml,
});

const names: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  bash: 'Shell',
  sh: 'Shell',
  shell: 'Shell',
  zsh: 'Shell',
  console: 'Console',
  cs: 'C#',
  csharp: 'C#',
  css: 'CSS',
  dart: 'Dart',
  diff: 'Diff',
  docker: 'Dockerfile',
  dockerfile: 'Dockerfile',
  go: 'Go',
  golang: 'Go',
  gql: 'GraphQL',
  graphql: 'GraphQL',
  html: 'HTML',
  ini: 'INI',
  java: 'Java',
  javascript: 'JavaScript',
  js: 'JavaScript',
  json: 'JSON',
  jsonc: 'JSON',
  jsx: 'JSX',
  kotlin: 'Kotlin',
  kt: 'Kotlin',
  markdown: 'Markdown',
  md: 'Markdown',
  protobuf: 'Protocol Buffers',
  proto: 'Protocol Buffers',
  py: 'Python',
  python: 'Python',
  rb: 'Ruby',
  ruby: 'Ruby',
  rs: 'Rust',
  rust: 'Rust',
  scss: 'SCSS',
  sql: 'SQL',
  swift: 'Swift',
  text: 'Text',
  toml: 'TOML',
  ts: 'TypeScript',
  tsx: 'TSX',
  txt: 'Text',
  typescript: 'TypeScript',
  xml: 'XML',
  yaml: 'YAML',
  yml: 'YAML',
});

/** Returns a language's display name; for an unknown one the name itself, or 'Text' if it is empty. */
export const languageName = (language: string): string => names[language] ?? (language || 'Text');

export const knowsLanguage = (language: string): boolean => lowlight.registered(language);

export const scopesOf = (language: string, code: string) => lowlight.highlight(language, code, { prefix: '' });
