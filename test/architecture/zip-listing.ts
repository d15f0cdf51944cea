import { readFile } from 'node:fs/promises';
import { inflateRawSync } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  /** Unpacked size in bytes. */
  readonly size: number;
}

interface StoredEntry extends ZipEntry {
  readonly packedSize: number;
  /** The offset of the entry's header in the archive. */
  readonly headerAt: number;
  readonly isCompressed: boolean;
}

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;

/** Lists the entries of a zip archive from its central directory. Throws if the file is not a zip archive. */
export async function zipListing(path: string): Promise<readonly ZipEntry[]> {
  return listEntries(path, await readFile(path));
}

/** Reads a text file of a zip archive. Throws if the archive does not contain it. */
export async function readZipEntry(path: string, name: string): Promise<string> {
  const bytes = await readFile(path);
  const entry = listEntries(path, bytes).find((one) => one.name === name);
  if (!entry) throw new Error(`Failed to read ${name} in ${path}: it is not in the archive.`);
  const { headerAt, packedSize, isCompressed } = entry;
  const dataAt = headerAt + 30 + bytes.readUInt16LE(headerAt + 26) + bytes.readUInt16LE(headerAt + 28);
  const packed = bytes.subarray(dataAt, dataAt + packedSize);
  return (isCompressed ? inflateRawSync(packed) : packed).toString('utf8');
}

function listEntries(path: string, bytes: Buffer): readonly StoredEntry[] {
  let end = bytes.length - 22;
  while (end >= 0 && bytes.readUInt32LE(end) !== endSignature) end--;
  if (end < 0) throw new Error(`Failed to read ${path}: it is not a zip archive.`);

  const entries: StoredEntry[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    if (bytes.readUInt32LE(at) !== entrySignature)
      throw new Error(`Failed to read ${path}: its central directory is damaged.`);
    const nameLength = bytes.readUInt16LE(at + 28);
    const rest = bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    entries.push({
      name: bytes.toString('utf8', at + 46, at + 46 + nameLength),
      size: bytes.readUInt32LE(at + 24),
      packedSize: bytes.readUInt32LE(at + 20),
      headerAt: bytes.readUInt32LE(at + 42),
      isCompressed: bytes.readUInt16LE(at + 10) !== 0,
    });
    at += 46 + nameLength + rest;
  }
  return entries;
}
