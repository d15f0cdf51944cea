import type { DependentsView, ExportImpactView } from '../protocol/impact-view.ts';

export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

/** `6 uses in 3 files` */
export function usesWords({ uses, fileCount }: Pick<ExportImpactView, 'uses' | 'fileCount'>): string {
  return uses === 0 ? 'no uses' : `${counted(uses, 'use')} in ${counted(fileCount, 'file')}`;
}

/** What happened to an export since the last commit, in one word with its look; nothing where it did not change. */
export function changeLook(
  change: ExportImpactView['change'],
): { readonly words: string; readonly icon: string; readonly tone: string } | undefined {
  if (!change) return undefined;
  if (change.isNew) return { words: 'new', icon: 'add', tone: 'good' };
  switch (change.compatibility) {
    case 'breaking':
      return { words: 'breaking', icon: 'warning', tone: 'bad' };
    case 'compatible':
      return { words: 'compatible', icon: 'pass', tone: 'good' };
    case 'unknown':
      return { words: 'changed', icon: 'edit', tone: 'attention' };
  }
}

const KIND_WORDS: Readonly<Record<DependentsView['edges'][number]['kind'], string>> = {
  reexport: 'passes on',
  import: 'imports',
  dynamic: 'imports when it is needed',
  type: 'imports types of',
};

export function kindWords(kind: DependentsView['edges'][number]['kind']): string {
  return KIND_WORDS[kind];
}

/** The name of a file, and the folder that it stands in. */
export function nameAndFolder(file: string): { readonly name: string; readonly folder: string } {
  const cut = file.lastIndexOf('/');
  return { name: file.slice(cut + 1), folder: file.slice(0, Math.max(0, cut)) };
}

/** The end of a text that is too long for its place: of a path that is what tells it from others. */
export function endOf(text: string, length: number): string {
  return text.length <= length ? text : `…${text.slice(1 - length)}`;
}
