import type { AgentTool } from './agent-tool.ts';
import { checkContract } from './check-contract.ts';
import { deleteFile } from './delete-file.ts';
import { editFile } from './edit-file.ts';
import { listFiles } from './list-files.ts';
import { proposeAmendment } from './propose-amendment-tool.ts';
import { readFile } from './read-file.ts';
import { searchText } from './search-text.ts';
import { writeFile } from './write-file.ts';

/** All tools of the agent. */
export const agentTools: readonly AgentTool[] = [
  readFile,
  listFiles,
  searchText,
  writeFile,
  editFile,
  deleteFile,
  checkContract,
  proposeAmendment,
];
