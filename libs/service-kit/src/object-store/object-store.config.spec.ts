import { loadConfig } from '@docfolio/process/config';
import { z } from 'zod';
import { objectStoreConfig, requireObjectStore } from './object-store.config.js';

const load = (env: NodeJS.ProcessEnv) => loadConfig(z.object(objectStoreConfig).superRefine(requireObjectStore), env);
const endpoint = { MINIO_ENDPOINT: 'http://127.0.0.1:9000' };

it.each([
  ['a folder', { OBJECT_STORE_DIR: '/objects' }],
  ['an endpoint with its keys', { ...endpoint, MINIO_ACCESS_KEY: 'a', MINIO_SECRET_KEY: 's' }],
])('the object store can be %s', (_, env) => {
  expect(load(env)).toMatchObject(env);
});

it.each([
  [{}, /MINIO_ENDPOINT: is missing, and so is OBJECT_STORE_DIR/],
  [endpoint, /MINIO_ACCESS_KEY: is missing\n {2}MINIO_SECRET_KEY: is missing/],
  [{ ...endpoint, MINIO_ACCESS_KEY: 'a', OBJECT_STORE_DIR: '/objects' }, /MINIO_SECRET_KEY: is missing/],
])('the object store settings %j are refused with the names of those that are missing', (env, message) => {
  expect(() => load(env)).toThrow(message);
});
