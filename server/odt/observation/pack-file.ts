import { gzipSync } from 'node:zlib'
import type { Compression } from '@apsis/contract/odt/request.ts'
import { writeZip } from '../../platform/http/write-zip.ts'

/** A file as it is delivered. */
export type Packed = { readonly name: string; readonly mediaType: string; readonly bytes: Buffer }

/** Packs a text as a request asked for. The same text gives the same bytes. */
export function packFile(name: string, mediaType: string, text: string, compression: Compression): Packed {
  const plain = Buffer.from(text)
  if (compression === 'GZIP') return { name: `${name}.gz`, mediaType: 'application/gzip', bytes: gzipSync(plain) }
  if (compression === 'ZIP')
    return { name: `${name}.zip`, mediaType: 'application/zip', bytes: writeZip([{ name, bytes: plain }]) }
  return { name, mediaType, bytes: plain }
}
