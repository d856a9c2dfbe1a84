import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join, normalize } from 'node:path';
import { runToEnd } from '../run-program.js';
import {
  edgeProblem,
  type GraphProject,
  MAY_DEPEND_ON,
  type ProjectGraph,
  SHARED_FOLDERS,
  tagProblems,
} from './boundary-rules.js';
import { featureProblems } from './features.js';
import { readImports, sourceFiles } from './imports.js';
import { nxCommand, nxEnv } from './nx.js';

interface NxGraphFile {
  graph: {
    nodes: Record<string, { name: string; data: { root: string; tags?: string[] } }>;
    dependencies: Record<string, { source: string; target: string }[]>;
  };
}

/**
 * The project graph of Nx, from the sources' imports and the manifests.
 * @throws Error when Nx fails
 */
export async function readProjectGraph(root: string, env: NodeJS.ProcessEnv): Promise<ProjectGraph> {
  const folder = mkdtempSync(join(tmpdir(), 'docfolio-graph-'));
  try {
    const file = join(folder, 'graph.json');
    const [command, args] = nxCommand(root, ['graph', `--file=${file}`]);
    const result = await runToEnd(command, args, { cwd: root, env: nxEnv(env) });
    if (result.code !== 0) throw new Error(`nx graph failed (${result.how}):\n${result.output}`);
    const { graph } = JSON.parse(readFileSync(file, 'utf8')) as NxGraphFile;
    return {
      projects: Object.values(graph.nodes).map(({ name, data }) => ({ name, root: data.root, tags: data.tags ?? [] })),
      edges: Object.values(graph.dependencies).flat(),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Files of `source` that import `target`, by name or by a path into its folder; its manifest when none does. */
function filesBehind(root: string, source: GraphProject, target: GraphProject): string[] {
  const reaches = (file: string, name: string): boolean => {
    if (name === target.name || name.startsWith(`${target.name}/`)) return true;
    if (!name.startsWith('.') && !isAbsolute(name)) return false;
    return normalize(join(file, '..', name)).startsWith(`${target.root}/`);
  };
  const files = sourceFiles(root, source.root).filter((file) =>
    readImports(root, file).some((name) => reaches(file, name)),
  );
  return files.length > 0 ? files : [`${source.root}/package.json`];
}

function edgeProblems(root: string, { projects, edges }: ProjectGraph): string[] {
  const byName = new Map(projects.map((project) => [project.name, project]));
  return edges.flatMap((edge) => {
    const source = byName.get(edge.source);
    const target = byName.get(edge.target);
    // Edges to npm packages have no project behind them.
    if (!source || !target || source === target) return [];
    const problem = edgeProblem(source, target);
    if (!problem) return [];
    return filesBehind(root, source, target).map((file) => `${file}: ${source.name} -> ${target.name}: ${problem}`);
  });
}

function packageOf(name: string): string {
  return name.split('/', name.startsWith('@') ? 2 : 1).join('/');
}

/** Imports from npm where a package is limited to some. Its specs may use what they need. */
function dependencyProblems(root: string, projects: GraphProject[]): string[] {
  return projects.flatMap((project) => {
    const allowed = project.tags.flatMap((tag) => MAY_DEPEND_ON[tag] ?? []);
    if (!project.tags.some((tag) => MAY_DEPEND_ON[tag])) return [];
    const files = sourceFiles(root, `${project.root}/src`).filter((file) => !/\.spec\.tsx?$/.test(file));
    return files.flatMap((file) =>
      readImports(root, file)
        .filter((name) => !name.startsWith('.') && !name.startsWith('@docfolio/') && !allowed.includes(packageOf(name)))
        .map((name) => `${file}: ${project.name} -> ${name}: it may use ${allowed.join(', ')} only`),
    );
  });
}

/** Every edge that the architecture does not allow, as `file: from -> to: why`. */
export function checkGraph(root: string, graph: ProjectGraph): string[] {
  // Without source analysis Nx answers a graph without edges, and every rule would hold.
  if (!graph.edges.some(({ target }) => graph.projects.some(({ name }) => name === target))) {
    return ['nx.json: the project graph has no edges: is pluginsConfig["@nx/js"].analyzeSourceFiles on?'];
  }
  return [
    ...tagProblems(graph.projects),
    ...edgeProblems(root, graph),
    ...dependencyProblems(root, graph.projects),
    ...featureProblems(root, graph.projects, SHARED_FOLDERS),
  ].sort();
}

/** Reads the workspace's graph and checks it. @throws Error when Nx fails */
export async function checkBoundaries(root: string, env: NodeJS.ProcessEnv): Promise<string[]> {
  return checkGraph(root, await readProjectGraph(root, env));
}
