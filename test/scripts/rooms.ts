/**
 * Prints the rooms of src/ and the imports between them, to compare two states of the structure.
 *   node test/scripts/rooms.ts [FOLDER]     the folder of another checkout
 */
import { join, resolve } from 'node:path';
import { countFloors, readFileGraph, toFolderGraph, toRoomGraph } from './folder-graph.ts';
import { projectRoot } from './project.ts';

const [folder = projectRoot] = process.argv.slice(2);
const files = await readFileGraph(join(resolve(folder), 'src'));
const folders = toFolderGraph(files);
const rooms = toRoomGraph(folders);

for (const room of rooms.nodes().sort()) {
  const below = (rooms.successors(room) ?? []).sort();
  console.log(`${room} → ${below.length === 0 ? 'nothing' : below.join(', ')}`);
}
console.log(
  `${rooms.nodeCount()} rooms, ${countFloors(rooms)} floors, ${rooms.edgeCount()} arrows; ${folders.nodeCount()} folders, ${files.nodeCount()} files`,
);
