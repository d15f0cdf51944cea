import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { Project } from 'ts-morph';
import { projectRoot } from '../../scripts/project.ts';
import { findSignatures, sampleEvenly, type CorpusSignature } from '../corpus/find-signatures.ts';
import { openCorpus } from '../corpus/open-corpus.ts';
import { median, type BenchMeasurement } from '../row.ts';

const signatureCount = 5;
const candidates = 40;
const compilerRuns = 2;
const CONTRACT = 'one.contract.yaml';
/** Makes a Node process print its largest memory in KB when it ends. */
const PRINT_MEMORY =
  'data:text/javascript,process.on("exit",()=>console.error("maxRSS",process.resourceUsage().maxRSS))';

interface ProcessCost {
  readonly ms: number;
  readonly bytes: number;
}

export const checkOneSignature: BenchMeasurement = {
  title: 'a "check" with one signature_match as a process, compared with "tsc --noEmit" of the project',
  async measure(say, { corpus }) {
    const { folder } = await openCorpus(corpus);
    const home = await mkdtemp(join(tmpdir(), 'holdfast-one-signature-'));
    const root = join(home, 'corpus');
    try {
      await cp(folder, root, { recursive: true });
      const project = new Project({ tsConfigFilePath: join(root, 'tsconfig.json') });
      const found = sampleEvenly(findSignatures(root, project, candidates), signatureCount);
      const ours: ProcessCost[] = [];
      for (const signature of found) {
        const cost = await checkSignature(root, signature);
        say(`${signature.name} in ${signature.file}: ${formatCost(cost)}`);
        ours.push(cost);
      }
      const peers: ProcessCost[] = [];
      while (peers.length < compilerRuns) peers.push(await runCompiler(root));
      for (const cost of peers) say(`tsc: ${formatCost(cost)}`);
      const [own, peer] = [toMedian(ours), toMedian(peers)];
      return [
        { id: 'check-one-signature/tsc', ours: own.ms, peer: peer.ms, unit: 'ms' },
        { id: 'check-one-signature-memory/tsc', ours: own.bytes, peer: peer.bytes, unit: 'bytes' },
      ];
    } finally {
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};

async function checkSignature(root: string, { file, name, expected }: CorpusSignature): Promise<ProcessCost> {
  const check = { type: 'signature_match', target: name, file, expected };
  const contract = {
    spec: { id: 'one', title: 'One signature' },
    chunks: [{ id: 'one', title: 'One', assertions: [{ message: 'Must have the signature', check }] }],
  };
  await writeFile(join(root, CONTRACT), JSON.stringify(contract));
  const cost = await runProcess(root, [join(projectRoot, 'dist', 'cli.js'), 'check', CONTRACT], 0);
  await rm(join(root, CONTRACT));
  return cost;
}

/** The exit code of the compiler says whether the sources have errors, and some have. */
function runCompiler(root: string): Promise<ProcessCost> {
  const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript')), 'tsc.js');
  return runProcess(root, [compiler, '--noEmit'], undefined);
}

async function runProcess(cwd: string, command: readonly string[], exitCode: number | undefined): Promise<ProcessCost> {
  const begun = performance.now();
  const result = await execa(process.execPath, ['--import', PRINT_MEMORY, ...command], {
    cwd,
    stdin: 'ignore',
    reject: false,
    env: { HOLDFAST_STORAGE: join(cwd, '..', 'storage') },
  });
  const ms = performance.now() - begun;
  const kilobytes = Number(/maxRSS (\d+)/.exec(result.stderr)?.[1]);
  if (exitCode !== undefined && result.exitCode !== exitCode)
    throw new Error(
      `${command.join(' ')} ended with ${result.exitCode ?? 'a signal'}:\n${result.stdout}\n${result.stderr}`,
    );
  if (Number.isNaN(kilobytes)) throw new Error(`${command.join(' ')} did not print its memory:\n${result.stderr}`);
  return { ms, bytes: kilobytes * 1024 };
}

function toMedian(costs: readonly ProcessCost[]): ProcessCost {
  return { ms: median(costs.map(({ ms }) => ms)), bytes: median(costs.map(({ bytes }) => bytes)) };
}

function formatCost({ ms, bytes }: ProcessCost): string {
  return `${ms.toFixed(0)} ms, ${(bytes / 1024 / 1024).toFixed(0)} MB`;
}
