/**
 * The system calls that a confined command does not have: no mount hides what they reach. A program for the filter of Linux
 * (seccomp), see "seccomp(2)" and "linux/filter.h".
 */

import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

interface Architecture {
  /** AUDIT_ARCH_… */
  readonly id: number;
  /** add_key, request_key and keyctl: the keys of the user's session. */
  readonly keys: readonly number[];
  readonly socket: number;
  /** One call for all calls about sockets. Its arguments cannot be seen. */
  readonly socketcall?: number | undefined;
  /** Numbers from here on belong to another interface of the same processor. */
  readonly end?: number | undefined;
}

const ARCHITECTURES: Readonly<Record<string, readonly Architecture[]>> = {
  x64: [
    { id: 0xc000003e, keys: [248, 249, 250], socket: 41, end: 0x40000000 },
    { id: 0x40000003, keys: [286, 287, 288], socket: 359, socketcall: 102 },
  ],
  arm64: [{ id: 0xc00000b7, keys: [217, 218, 219], socket: 198 }],
};

/** io_uring_setup, with the same number everywhere. Its queue performs calls that no filter sees. */
const IO_URING_SETUP = 425;
/** Sockets to the host of a virtual machine. */
const AF_VSOCK = 40;
const SOCKETCALL_SOCKET = 1;

const LOAD = 0x20;
const JUMP_IF_EQUAL = 0x15;
const JUMP_IF_GREATER_OR_EQUAL = 0x35;
const RETURN = 0x06;

/** Offsets in `struct seccomp_data`; of the first argument, the lower half. */
const NUMBER = 0;
const ARCHITECTURE = 4;
const FIRST_ARGUMENT = 16;

const ALLOW = 0x7fff0000;
const FAIL = 0x00050000;
const ENOSYS = FAIL | 38;
const EAFNOSUPPORT = FAIL | 97;

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number];

/** The filter as bytes; `undefined` for a processor without one. */
export function systemCallFilter(architecture: string = process.arch): Buffer | undefined {
  const known = ARCHITECTURES[architecture];
  if (known === undefined) return undefined;
  const program = [load(ARCHITECTURE), ...known.flatMap(instructionsFor), stop(ALLOW)];
  const bytes = Buffer.alloc(program.length * 8);
  for (const [index, [code, ifTrue, ifFalse, value]] of program.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(ifTrue, index * 8 + 2);
    bytes.writeUInt8(ifFalse, index * 8 + 3);
    bytes.writeUInt32LE(value, index * 8 + 4);
  }
  return bytes;
}

/** The open file with the filter; `null` if this processor has no filter. It is deleted, so no program can replace it. */
let file: number | null | undefined;

/** Opens the filter for one start of bubblewrap, which reads it to its end. The caller closes it. */
export function openSystemCallFilter(): number | undefined {
  file ??= createFile();
  return file === null ? undefined : openSync(`/proc/self/fd/${file}`, 'r');
}

function createFile(): number | null {
  const filter = systemCallFilter();
  if (filter === undefined) return null;
  const folder = mkdtempSync(path.join(tmpdir(), 'holdfast-filter-'));
  try {
    const name = path.join(folder, 'filter');
    writeFileSync(name, filter, { mode: 0o400 });
    return openSync(name, 'r');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function instructionsFor({ id, keys, socket, socketcall, end }: Architecture): readonly Instruction[] {
  const body = [
    load(NUMBER),
    ...(end === undefined ? [] : [[JUMP_IF_GREATER_OR_EQUAL, 0, 1, end] as const, stop(ENOSYS)]),
    ...[...keys, IO_URING_SETUP].flatMap((number) => ifEqual(number, [stop(ENOSYS)])),
    ...ifEqual(socket, [load(FIRST_ARGUMENT), ...ifEqual(AF_VSOCK, [stop(EAFNOSUPPORT)]), stop(ALLOW)]),
    ...(socketcall === undefined
      ? []
      : ifEqual(socketcall, [load(FIRST_ARGUMENT), ...ifEqual(SOCKETCALL_SOCKET, [stop(ENOSYS)]), stop(ALLOW)])),
    stop(ALLOW),
  ];
  return ifEqual(id, body);
}

function load(offset: number): Instruction {
  return [LOAD, 0, 0, offset];
}

function stop(result: number): Instruction {
  return [RETURN, 0, 0, result];
}

/** Performs the instructions if the loaded value is equal, and otherwise continues behind them. */
function ifEqual(value: number, then: readonly Instruction[]): readonly Instruction[] {
  return [[JUMP_IF_EQUAL, 0, then.length, value], ...then];
}
