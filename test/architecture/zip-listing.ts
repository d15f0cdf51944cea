import { readFile } from 'node:fs/promises';

export interface ZipEntry {
  readonly name: string;
  /** Unpacked size in bytes. */
  readonly size: number;
}

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;

/** Lists the entries of a zip archive from its central directory. Throws if the file is not a zip archive. */
export async function zipListing(path: string): Promise<readonly ZipEntry[]> {
  const bytes = await readFile(path);
  let end = bytes.length - 22;
  while (end >= 0 && bytes.readUInt32LE(end) !== endSignature) end--;
  if (end < 0) throw new Error(`Failed to read ${path}: it is not a zip archive.`);

  const entries: ZipEntry[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    if (bytes.readUInt32LE(at) !== entrySignature)
      throw new Error(`Failed to read ${path}: its central directory is damaged.`);
    const nameLength = bytes.readUInt16LE(at + 28);
    const rest = bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    entries.push({ name: bytes.toString('utf8', at + 46, at + 46 + nameLength), size: bytes.readUInt32LE(at + 24) });
    at += 46 + nameLength + rest;
  }
  return entries;
}
