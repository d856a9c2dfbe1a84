import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '../../..');
const workspaces = ['apps', 'libs'].flatMap((folder) =>
  readdirSync(path.join(root, folder)).map((name) => path.join(root, folder, name)),
);

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

function declares(workspace: string, name: string): boolean {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(path.join(workspace, 'package.json'), 'utf8'),
  ) as Manifest;
  return name in { ...dependencies, ...devDependencies };
}

function imports(workspace: string, name: string): boolean {
  return readdirSync(path.join(workspace, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .some((file) => readFileSync(path.join(workspace, 'src', file), 'utf8').includes(` from '${name}'`));
}

it('finds react-router-dom imported in exactly the workspaces that declare it, and react-router in none', () => {
  const users = workspaces.filter((workspace) => imports(workspace, 'react-router-dom'));
  expect(users).toContain(path.join(root, 'libs/federation'));
  expect(workspaces.filter((workspace) => declares(workspace, 'react-router-dom'))).toEqual(users);
  const direct = (workspace: string) => declares(workspace, 'react-router') || imports(workspace, 'react-router');
  expect(workspaces.filter(direct)).toEqual([]);
});
