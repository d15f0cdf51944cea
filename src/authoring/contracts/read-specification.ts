import { HoldfastError, messageOf } from '../../foundation/errors.ts';
import { readMarkdown } from '../../contract/specifications/markdown-outline.ts';
import { readTaskList, type SpecificationFormat, type TaskList } from '../../contract/specifications/task-list.ts';
import { normalizeRelative } from '../../workspace/files/safe-path.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';

/** A specification of another tool, as its files say it. */
export interface Specification {
  readonly format: SpecificationFormat;
  /** The folder of the change or feature. */
  readonly folder: string;
  readonly tasksFile: string;
  readonly tasks: TaskList;
  readonly title: string;
  /** Markdown. */
  readonly description: string;
  /** Documents of the folder that the work needs. */
  readonly documents: readonly string[];
  /** Documents that cannot be read, with the reason. They are left out. */
  readonly unreadable: ReadonlyMap<string, string>;
}

export const FORMAT_NAMES: Readonly<Record<SpecificationFormat, string>> = {
  openspec: 'OpenSpec',
  'spec-kit': 'Spec Kit',
};

/**
 * Reads an OpenSpec change or a Spec Kit feature.
 *
 * @param path its folder or its task list, relative to the tree
 * @param given the format; without it, the files of the folder decide
 * @throws HoldfastError `not-found` without a task list or tasks in it, `unsupported` if the format is not recognized
 */
export async function readSpecification(
  tree: SourceTree,
  path: string,
  given: SpecificationFormat | undefined,
): Promise<Specification> {
  const files = await tree.listFiles();
  const { folder, tasksFile } = await findTaskList(tree, normalizeRelative(path), files);
  const text = await tree.readText(tasksFile);
  if (text === undefined) throw missingError(tasksFile, files);
  const unreadable = new Map<string, string>();
  const readDocument = async (file: string): Promise<string | undefined> => {
    try {
      return await tree.readText(file);
    } catch (thrown) {
      if (!(thrown instanceof HoldfastError) || thrown.code !== 'storage') throw thrown;
      unreadable.set(file, messageOf(thrown));
      return undefined;
    }
  };
  const read = (name: string): Promise<string | undefined> => readDocument(join(folder, name));
  const [proposal, plan, spec] = await Promise.all([read('proposal.md'), read('plan.md'), read('spec.md')]);
  const isOpenSpec =
    proposal !== undefined || folder.includes('openspec/changes/') || (await read('.openspec.yaml')) !== undefined;
  const looksLikeSpecKit = plan !== undefined || spec !== undefined || readTaskList(text, 'spec-kit').groups.length > 0;
  const format = given ?? (isOpenSpec ? 'openspec' : looksLikeSpecKit ? 'spec-kit' : undefined);
  if (format === undefined) {
    throw new HoldfastError(
      'unsupported',
      `Failed to import ${tasksFile}: it belongs to neither an OpenSpec change nor a Spec Kit feature`,
      {
        hint: 'An OpenSpec change has a proposal.md. Tasks of Spec Kit have ids such as T001. Use --as to choose one.',
      },
    );
  }
  const tasks = readTaskList(text, format);
  if (tasks.groups.length === 0) throw emptyError(tasksFile, format, tasks);
  requireFewTasks(tasksFile, tasks);
  const name = folder.split('/').at(-1) ?? '';
  return format === 'openspec'
    ? {
        format,
        folder,
        tasksFile,
        tasks,
        title: titleOf(proposal, /^(?:Change|Proposal):\s*/i) ?? toWords(name),
        description: await describeChange(readDocument, folder, proposal, files),
        documents: files.filter(
          (file) => (file === join(folder, 'design.md') || isDeltaSpec(file, folder)) && !unreadable.has(file),
        ),
        unreadable,
      }
    : {
        format,
        folder,
        tasksFile,
        tasks,
        title: tasks.title ?? titleOf(spec, /^Feature Specification:\s*/i) ?? toWords(name),
        description: sectionOf(plan ?? '', /^summary$/i) ?? inputOf(spec) ?? '',
        documents: ['spec.md', 'plan.md', 'data-model.md']
          .map((document) => join(folder, document))
          .filter((file) => files.includes(file) && !unreadable.has(file)),
        unreadable,
      };
}

/** Each task is compared with the others, and a person reviews the contract of all. */
const MAX_TASKS = 1_000;

function requireFewTasks(tasksFile: string, { groups }: TaskList): void {
  const count = groups.reduce((sum, group) => sum + group.tasks.length, 0);
  if (count <= MAX_TASKS) return;
  throw new HoldfastError(
    'limit',
    `Failed to import ${tasksFile}: it has ${count} tasks, and the limit is ${MAX_TASKS}`,
    {
      hint: 'Split the list into several, and import each under its own name (--name).',
    },
  );
}

async function findTaskList(
  tree: SourceTree,
  path: string,
  files: readonly string[],
): Promise<Pick<Specification, 'folder' | 'tasksFile'>> {
  const kind = path === '' ? 'folder' : await tree.kindOf(path);
  if (kind === 'file') return { folder: path.split('/').slice(0, -1).join('/'), tasksFile: path };
  const tasksFile = join(path, 'tasks.md');
  if (kind === undefined || (await tree.kindOf(tasksFile)) !== 'file') {
    throw missingError(kind === undefined ? path : tasksFile, files);
  }
  return { folder: path, tasksFile };
}

function missingError(path: string, files: readonly string[]): HoldfastError {
  const found = files.filter((file) =>
    /(?:^|\/)(?:openspec\/changes|specs)\/(?!archive\/)[^/]+\/tasks\.md$/.test(file),
  );
  const shown = found.slice(0, 5).map((file) => file.slice(0, -'/tasks.md'.length));
  return new HoldfastError('not-found', `Failed to import ${path}: it does not exist`, {
    hint:
      shown.length === 0
        ? 'Name the folder of an OpenSpec change or of a Spec Kit feature, or its tasks.md.'
        : `Task lists of this folder: ${shown.join(', ')}${found.length > shown.length ? ', …' : ''}.`,
  });
}

function emptyError(file: string, format: SpecificationFormat, { ignored }: TaskList): HoldfastError {
  const [first] = ignored;
  const at = first === undefined ? file : `${file}:${first.line}`;
  const cause =
    first?.lacks === 'id' ? 'no item with a checkbox has an id such as T001' : 'it has no items with a checkbox';
  return new HoldfastError('not-found', `Failed to import ${at}: ${cause}`, {
    hint:
      format === 'spec-kit'
        ? 'A task is a line such as "- [ ] T001 [P] Create …".'
        : 'A task is a line such as "- [ ] 1.1 Add …".',
    details: first === undefined ? [] : [{ file, line: first.line, message: cause }],
  });
}

/** The reasons and the changes of a proposal, and the names of the requirements with their places. */
async function describeChange(
  readDocument: (file: string) => Promise<string | undefined>,
  folder: string,
  proposal: string | undefined,
  files: readonly string[],
): Promise<string> {
  const requirements: string[] = [];
  for (const file of files.filter((one) => isDeltaSpec(one, folder))) {
    for (const part of readMarkdown((await readDocument(file)) ?? '')) {
      const name = part.kind === 'heading' ? /^Requirement:\s*(.+)$/.exec(part.text)?.[1] : undefined;
      if (name !== undefined) requirements.push(`- ${name} (${file}:${part.line})`);
    }
  }
  const text = proposal ?? '';
  return [
    sectionOf(text, /^why$/i),
    sectionOf(text, /^what changes$/i),
    requirements.length === 0 ? undefined : `Requirements:\n${requirements.join('\n')}`,
  ]
    .filter((part) => part !== undefined)
    .join('\n\n');
}

function isDeltaSpec(file: string, folder: string): boolean {
  return file.startsWith(`${join(folder, 'specs')}/`) && file.endsWith('.md');
}

/** The Markdown under a heading, up to the next heading of the same or a higher level. */
function sectionOf(text: string, title: RegExp): string | undefined {
  const headings = readMarkdown(text).filter((part) => part.kind === 'heading');
  const index = headings.findIndex((heading) => title.test(heading.text));
  const found = headings[index];
  if (found === undefined) return undefined;
  const next = headings.slice(index + 1).find(({ depth }) => depth <= found.depth);
  const lines = text.replaceAll(/\r\n?/g, '\n').split('\n');
  const section = lines.slice(found.line, next === undefined ? lines.length : next.line - 1).join('\n');
  const bare = section.replaceAll(/<!--[^]*?-->/g, '').trim();
  return bare === '' ? undefined : bare;
}

/** What the user wrote when the feature was specified. */
function inputOf(spec: string | undefined): string | undefined {
  return /^\*\*Input\*\*:\s*(?:User description:\s*)?(.+)$/m.exec(spec ?? '')?.[1]?.trim();
}

function titleOf(text: string | undefined, prefix: RegExp): string | undefined {
  const heading = readMarkdown(text ?? '').find((part) => part.kind === 'heading' && part.depth === 1);
  const title = heading?.text.replace(prefix, '').trim();
  return title === '' || title === 'Proposal' ? undefined : title;
}

/** `add-retry-limit` as a sentence: `Add retry limit`. */
function toWords(name: string): string {
  const words = name
    .replace(/^(?:\d+-)+/, '')
    .replaceAll(/[-_]+/g, ' ')
    .trim();
  return words === '' ? 'Imported tasks' : words.charAt(0).toUpperCase() + words.slice(1);
}

function join(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
