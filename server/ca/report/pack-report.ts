import { createHash } from 'node:crypto'
import { writeZip } from '../../platform/http/write-zip.ts'

export type FileToPack = { readonly name: string; readonly bytes: Uint8Array }

/** Packs files into one zip with the hash of each of them, and hashes the zip. Runs in the worker pool. */
export function packReport(files: readonly FileToPack[]): { readonly bundle: Uint8Array; readonly sha256: string } {
  const given = files.map(({ name, bytes }) => ({
    name,
    bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  }))
  const sums = given.map(({ name, bytes }) => `${hashOf(bytes)}  ${name}\n`).join('')
  const bundle = writeZip([...given, { name: 'SHA256SUMS', bytes: Buffer.from(sums) }])
  return { bundle, sha256: hashOf(bundle) }
}

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
