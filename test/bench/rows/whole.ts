import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { execa } from 'execa';
import * as z from 'zod';
import { cacheFolder, projectRoot } from '../../scripts/project.ts';
import { openCorpus } from '../corpus/open-corpus.ts';
import { median, type BenchMeasurement } from '../row.ts';

/** Measured runs, after one warm-up run. */
const runs = 3;
/** A program that takes longer runs only once. */
const longMs = 30_000;

interface Program {
  readonly id: string;
  readonly arguments: readonly string[];
  /** Whether its exit code is the number of findings. */
  readonly exitsWithFindingCount?: boolean;
  /** The number of corpus files that it read, from its output; `undefined` if it does not report it. */
  readonly filesOf: (output: string) => number | undefined;
}

const unusedExportsSchema = z.object({ files: z.number() });
const cruiseSchema = z.object({ modules: z.array(z.object({ source: z.string() })) });

export const whole: BenchMeasurement = {
  title: 'whole processes that find unused exports or imports, from start to result',
  async measure(say, { corpus }) {
    const { folder, files } = await openCorpus(corpus);
    const work = await mkdtemp(join(tmpdir(), 'holdfast-whole-'));
    try {
      const ours = await buildOwnProgram(folder);
      const peers = await peerPrograms(work, folder);
      const figures = new Map<string, number>();
      for (const program of [ours, ...peers]) {
        const first = await run(program, folder);
        const seen = program.filesOf(first.output);
        say(`${program.id}: ${seen ?? 'unknown number'} of ${files.length} files, ${first.took.toFixed(0)} ms`);
        if (seen !== undefined && seen !== files.length) {
          throw new Error(`${program.id} read ${seen} files instead of ${files.length}.`);
        }
        // Each program runs several times in a row: alternating would evict its files from the page cache.
        const times: number[] = [];
        while (first.took < longMs && times.length < runs) times.push((await run(program, folder)).took);
        figures.set(program.id, times.length === 0 ? first.took : median(times));
      }
      const figure = ({ id }: Program): number => figures.get(id) ?? Number.NaN;
      return peers.map((peer) => ({ id: `whole/${peer.id}`, ours: figure(ours), peer: figure(peer), unit: 'ms' }));
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  },
};

async function run(program: Program, folder: string): Promise<{ readonly took: number; readonly output: string }> {
  const begun = performance.now();
  const { stdout, exitCode } = await execa(process.execPath, program.arguments, {
    cwd: folder,
    stdin: 'ignore',
    maxBuffer: 1 << 30,
    reject: !program.exitsWithFindingCount,
  });
  if (program.exitsWithFindingCount && !/modules with unused exports/.test(stdout)) {
    throw new Error(`${program.id} ended with ${exitCode ?? 'a signal'} without a result.`);
  }
  return { took: performance.now() - begun, output: stdout };
}

/** Bundles our program like the shipped one. */
async function buildOwnProgram(folder: string): Promise<Program> {
  // The output must be inside the project, so that Node finds the parser package.
  const outdir = join(cacheFolder, 'bench');
  await esbuild.build({
    entryPoints: [join(projectRoot, 'test', 'bench', 'whole', 'unused-exports.ts')],
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    mainFields: ['module', 'main'],
    external: ['@ts-morph/common'],
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'error',
  });
  return {
    id: 'ours',
    arguments: [join(outdir, 'unused-exports.mjs'), folder],
    filesOf: (output) => unusedExportsSchema.parse(JSON.parse(output)).files,
  };
}

async function peerPrograms(work: string, folder: string): Promise<readonly Program[]> {
  const packageFolder = (name: string): string => join(projectRoot, 'node_modules', name);
  const settings = join(work, 'knip.json');
  // Reads every file, as our program does. By default knip reads only the files that an entry reaches.
  const everything = ['packages/**/*.{ts,tsx,mts,cts}'];
  await writeFile(settings, JSON.stringify({ entry: everything, project: everything }));
  return [
    {
      id: 'knip',
      arguments: [
        join(packageFolder('knip'), 'bin', 'knip.js'),
        ...['-c', settings, '-D', folder, '--include', 'exports,types', '--include-entry-exports', '--no-exit-code'],
        ...['--no-progress', '--reporter', join(projectRoot, 'test', 'bench', 'whole', 'knip-reporter.mjs')],
      ],
      filesOf: (output) => unusedExportsSchema.parse(JSON.parse(output)).files,
    },
    {
      id: 'ts-unused-exports',
      arguments: [join(packageFolder('ts-unused-exports'), 'bin', 'ts-unused-exports'), join(folder, 'tsconfig.json')],
      exitsWithFindingCount: true,
      filesOf: () => undefined,
    },
    {
      id: 'dependency-cruiser',
      arguments: [
        join(packageFolder('dependency-cruiser'), 'bin', 'dependency-cruiser.mjs'),
        ...['packages', '--no-config', '--ts-config', 'tsconfig.json', '--ts-pre-compilation-deps'],
        ...['--output-type', 'json'],
      ],
      filesOf: (output) =>
        cruiseSchema.parse(JSON.parse(output)).modules.filter(({ source }) => /^packages\/.*\.[mc]?tsx?$/.test(source))
          .length,
    },
  ];
}
