import { readFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { alg, Graph } from '@dagrejs/graphlib';
import { glob } from 'tinyglobby';
import ts from 'typescript';
import { projectRoot } from './project.ts';

/** The page that shows the rooms of src/, and the comments between which the generated part lies. */
export const architecturePageFile = join(projectRoot, 'docs', 'architecture.md');
const marker = {
  start: '<!-- rooms: start, written by test/scripts/write-docs.ts -->',
  end: '<!-- rooms: end -->',
};
/** The page with what is inside each room. All of it is generated. */
export const foldersPageFile = join(projectRoot, 'docs', 'folders.md');

/**
 * The files that list the services of a program by type. A service is declared where it is implemented, and takes from the
 * list what it uses. Thus the list and each service name each other, in types alone.
 */
const serviceLists: ReadonlySet<string> = new Set([
  'extension/services/extension-services.ts',
  'extension/pipeline/pipeline-services.ts',
]);

/**
 * The imports between the source files of src/: a node per file, relative to src/. Type-only imports count, because a
 * reader has to follow them too, except those of a list of services.
 */
export async function readFileGraph(root = join(projectRoot, 'src')): Promise<Graph> {
  // The sources of the WebAssembly lexer are compiled by another compiler, and nothing imports them.
  const files = await glob('**/*.ts', { cwd: root, ignore: ['code/lexer/assembly/**'] });
  const graph = new Graph();
  for (const file of files) graph.setNode(file);
  for (const file of files) {
    const text = await readFile(join(root, file), 'utf8');
    const counted = serviceLists.has(file) ? text.replace(/^import type [^;]*;/gm, '') : text;
    const { importedFiles } = ts.preProcessFile(counted, true, false);
    for (const { fileName } of importedFiles) {
      const target = posix.join(posix.dirname(file), fileName);
      if (fileName.startsWith('.') && graph.hasNode(target)) graph.setEdge(file, target);
    }
  }
  return graph;
}

/**
 * The same imports between folders. A node is a folder with files, so a folder and its subfolder are
 * two nodes; a file directly in src/, such as engine.ts, belongs to the folder of its name.
 */
export function toFolderGraph(files: Graph): Graph {
  return mapNodes(files, (file) => (dirname(file) === '.' ? file.replace(/\.ts$/, '') : dirname(file)));
}

/** The imports between the rooms: the top folders of src/. */
export function toRoomGraph(folders: Graph): Graph {
  return mapNodes(folders, roomOf);
}

function roomOf(folder: string): string {
  return folder.split('/')[0] ?? folder;
}

/** The number of rooms on the longest way from one that is imported by none to one that imports none. */
export function countFloors(rooms: Graph): number {
  const height = new Map<string, number>();
  for (const room of alg.topsort(rooms).reverse()) {
    const below = (rooms.successors(room) ?? []).map((other) => height.get(other) ?? 0);
    height.set(room, 1 + Math.max(0, ...below));
  }
  return Math.max(0, ...height.values());
}

function mapNodes(graph: Graph, map: (node: string) => string): Graph {
  const mapped = new Graph();
  for (const node of graph.nodes()) mapped.setNode(map(node));
  for (const { v, w } of graph.edges()) if (map(v) !== map(w)) mapped.setEdge(map(v), map(w));
  return mapped;
}

/** Each cycle as the nodes that take part in it, sorted; empty for a graph without cycles. */
export function cyclesOf(graph: Graph): readonly (readonly string[])[] {
  return alg.findCycles(graph).map((nodes) => [...nodes].sort());
}

/** The text of docs/architecture.md with the generated part replaced. */
export async function architecturePage(): Promise<string> {
  const page = await readFile(architecturePageFile, 'utf8');
  const start = page.indexOf(marker.start);
  const end = page.indexOf(marker.end);
  if (start < 0 || end < start)
    throw new Error(`${architecturePageFile} has no "${marker.start}" before "${marker.end}".`);
  const rooms = toRoomGraph(toFolderGraph(await readFileGraph()));
  return page.slice(0, start + marker.start.length) + `\n\n${mermaid(rooms)}\n\n` + page.slice(end);
}

/** The text of docs/folders.md: a picture for each room that has subfolders. */
export async function foldersPage(): Promise<string> {
  const folders = toFolderGraph(await readFileGraph());
  const insides = toRoomGraph(folders)
    .nodes()
    .sort()
    .flatMap((room) => {
      const inside = folders.filterNodes((folder) => roomOf(folder) === room);
      return inside.nodeCount() < 2 ? [] : [`## src/${room}`, mermaid(inside)];
    });
  const introduction =
    'Written by `node test/scripts/write-docs.ts`. An arrow points at an imported folder. Arrows that a longer path implies are omitted. There is no cycle. [Architecture](architecture.md) describes the rooms.';
  return `${['# Inside the rooms of src/', introduction, ...insides].join('\n\n')}\n`;
}

/** An arrow points at the imported folder. Arrows that a longer path implies are omitted to keep the picture readable. */
function mermaid(graph: Graph): string {
  const id = (node: string) => node.replace(/[^a-z0-9]/gi, '_');
  const edges = graph
    .edges()
    .filter(({ v, w }) => !isImplied(graph, v, w))
    .map(({ v, w }) => `  ${id(v)} --> ${id(w)}`);
  const nodes = graph.nodes().map((node) => `  ${id(node)}["${node}"]`);
  return ['```mermaid', 'graph TD', ...nodes.sort(), ...edges.sort(), '```'].join('\n');
}

function isImplied(graph: Graph, from: string, to: string): boolean {
  const reached = new Set<string>();
  const pending = (graph.successors(from) ?? []).filter((node) => node !== to);
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node === to) return true;
    if (reached.has(node)) continue;
    reached.add(node);
    pending.push(...(graph.successors(node) ?? []));
  }
  return false;
}
