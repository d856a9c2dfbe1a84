import { liveChange, livePath } from '@docfolio/contracts/core/live';
import type { ProblemCode } from '@docfolio/contracts/core/problem';
import {
  image,
  imageName,
  imageQuery,
  imageRoute,
  imageTypes,
  imageUploadPath,
} from '@docfolio/contracts/entities/image';
import { oneClickPath, subscriptions, subscriptionToken } from '@docfolio/contracts/entities/newsletter';
import {
  buildFilePath,
  buildFilesPath,
  buildId,
  buildUploadPath,
  remoteName,
} from '@docfolio/contracts/entities/remote';
import { downloadPath } from '@docfolio/service-kit/bytes/download-tickets';
import { apiPrefix } from '../http/api-prefix.js';
import { exampleOf } from './example.js';
import { type JsonSchema, jsonSchemaOf } from './json-schema.js';
import { problemResponses } from './problem-codes.js';
import { securityOf } from './security.js';

type Json = Record<string, unknown>;

const adminOnly: readonly ProblemCode[] = ['not_signed_in', 'token_invalid', 'session_ended', 'not_allowed'];
const open = { security: securityOf({ access: 'public' }), 'x-access': 'public' };
const admin = { security: securityOf({ access: 'admin' }), 'x-access': 'admin' };
const file = { type: 'string', format: 'binary' };
const text = { type: 'string' };

const inPath = (name: string, schema: JsonSchema = text) => ({
  ...{ name, in: 'path', required: true, schema },
  example: exampleOf(schema, name),
});
const inQuery = (name: string, schema: JsonSchema, required: boolean) => ({
  ...{ name, in: 'query', required, schema },
  example: exampleOf(schema, name),
});
const json = (schema: unknown) => ({ 'application/json': { schema } });

/** The events of the stream (WHATWG HTML, 9.2), each with its fields. */
const liveEvents = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      id: { type: 'string', description: 'For `Last-Event-ID`.' },
      event: { type: 'string', enum: ['change', 'reset'] },
      data: {
        type: 'string',
        description: 'Of a `change`: a LiveChange as JSON.',
        contentMediaType: 'application/json',
        contentSchema: jsonSchemaOf(liveChange, 'output'),
      },
    },
    required: ['event'],
  },
};
const liveExample = `id: 1732440600000-0\nevent: change\ndata: ${JSON.stringify(exampleOf(jsonSchemaOf(liveChange, 'output')))}\n\n`;

const live: Json = {
  operationId: 'live',
  summary: 'Stream change notifications.',
  ...admin,
  parameters: [
    {
      name: 'Last-Event-ID',
      in: 'header',
      required: false,
      description: 'The last event that is known: it goes on after that one.',
      schema: text,
      example: '1732440600000-0',
    },
  ],
  responses: {
    200: {
      description:
        'Events `change`, whose data is a LiveChange, and `reset`: what was missed is no longer known. Has no end.',
      content: { 'text/event-stream': { schema: liveEvents, example: liveExample } },
    },
    ...problemResponses([...adminOnly, 'rate_limited', 'saturated']),
  },
};

const imageBytes = Object.fromEntries(Object.keys(imageTypes).map((type) => [type, { schema: file }]));
const showImage: Json = {
  operationId: 'images.show',
  tags: ['images'],
  summary: 'An image, or a part of it (Range), in its own width or a narrower one.',
  ...open,
  parameters: [
    inPath('name', jsonSchemaOf(imageName, 'input')),
    inQuery('w', jsonSchemaOf(imageQuery.shape.w, 'input'), false),
  ],
  responses: {
    200: { description: 'The image.', content: imageBytes },
    206: { description: 'The part that was asked for.', content: imageBytes },
    304: { description: 'It is still the same (If-None-Match).' },
    ...problemResponses(['validation_failed', 'not_found', 'range_not_satisfiable', 'rate_limited', 'unavailable']),
  },
};

const uploadImage: Json = {
  operationId: 'images.upload',
  tags: ['images'],
  summary: 'Store an image: PNG, JPEG, GIF, WebP or AVIF by its bytes, of at most 5 MiB.',
  ...admin,
  parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }],
  requestBody: {
    required: true,
    content: { 'multipart/form-data': { schema: { type: 'object', properties: { file }, required: ['file'] } } },
  },
  responses: {
    201: { description: 'Done.', content: json(jsonSchemaOf(image, 'output')) },
    ...problemResponses(['validation_failed', 'malformed_body', ...adminOnly, 'body_too_large']),
    ...problemResponses([
      'unsupported_media_type',
      'idempotency_key_reused',
      'rate_limited',
      'internal',
      'unavailable',
    ]),
  },
};

const buildFileParameters = [
  inPath('name', jsonSchemaOf(remoteName, 'input')),
  inPath('build', jsonSchemaOf(buildId, 'input')),
  inQuery('path', jsonSchemaOf(buildFilePath, 'input'), true),
];
const showBuildFile: Json = {
  operationId: 'remotes.file',
  tags: ['remotes'],
  summary: 'Get a file of a build, or a part of it (Range). Only the web process may: visitors get 404.',
  ...open,
  parameters: buildFileParameters,
  responses: {
    200: { description: 'The file.', content: { '*/*': { schema: file } } },
    206: { description: 'The requested part.', content: { '*/*': { schema: file } } },
    304: { description: 'Not modified (If-None-Match).' },
    ...problemResponses(['validation_failed', 'not_found', 'range_not_satisfiable', 'rate_limited', 'unavailable']),
  },
};

const uploaded = { type: 'object', properties: { complete: { type: 'boolean' } }, required: ['complete'] };
const uploadBuildFile: Json = {
  operationId: 'remotes.upload',
  tags: ['remotes'],
  summary: 'Upload a file that the record of a published build names, of at most 10 MiB.',
  ...admin,
  security: securityOf({ access: 'admin', scope: 'remotes:write' }),
  parameters: buildFileParameters,
  requestBody: { required: true, content: { 'application/octet-stream': { schema: file } } },
  responses: {
    201: { description: 'Stored. `complete`: whether all files of the build are.', content: json(uploaded) },
    ...problemResponses(['validation_failed', ...adminOnly, 'not_found', 'body_too_large']),
    ...problemResponses(['unsupported_media_type', 'build_refused', 'rate_limited', 'internal', 'unavailable']),
  },
};

const download: Json = {
  operationId: 'downloads.get',
  summary: 'A file, by an address that works once.',
  ...open,
  parameters: [inPath('token')],
  responses: {
    200: { description: 'The file.', content: { 'text/csv': { schema: file } } },
    ...problemResponses(['not_found', 'rate_limited', 'unavailable']),
  },
};

const oneClick: Json = {
  operationId: 'newsletter.oneClick',
  tags: ['newsletter'],
  summary: 'End a subscription, as a mail program does it for its reader (RFC 8058). Whatever it sends is not read.',
  ...open,
  parameters: [inPath('token', jsonSchemaOf(subscriptionToken, 'input'))],
  requestBody: { content: { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } } },
  responses: {
    200: { description: 'Done.', content: json(jsonSchemaOf(subscriptions.unsubscribe.output, 'output')) },
    ...problemResponses(['not_found', 'rate_limited', 'unavailable']),
  },
};

const template = (path: string) => path.replace(/:([a-z_]+)/g, '{$1}');
const below = (path: string) => path.slice(apiPrefix.length);

/** OpenAPI entries of routes that are not operations, by path and method. */
export const handWrittenPaths: Readonly<Record<string, Json>> = {
  [livePath]: { get: live },
  [template(imageRoute)]: { get: showImage },
  [imageUploadPath]: { post: uploadImage },
  [template(buildFilesPath)]: { get: showBuildFile },
  [template(buildUploadPath)]: { post: uploadBuildFile },
  [`${below(downloadPath)}/{token}`]: { get: download },
  [`${oneClickPath}/{token}`]: { post: oneClick },
};
