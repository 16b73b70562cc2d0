import { gzipSync } from 'node:zlib'
import { formatTdm, readTdm } from '@apsis/ccsds/tdm/tdm.ts'
import type { FileNotation } from '@apsis/contract/odt/observation.ts'
import type { Compression } from '@apsis/contract/odt/request.ts'
import { writeZip } from '../../platform/http/write-zip.ts'

/** A file as it is delivered. */
export type Packed = { readonly name: string; readonly mediaType: string; readonly bytes: Buffer }

export type PackOrder = {
  /** Without the ending of its notation. */
  readonly stem: string
  /** As it was kept: KVN. */
  readonly tdm: string
  readonly notation: FileNotation
  readonly compression: Compression
}

/** The message of a file in the notation and packing that are wanted. The same gives the same bytes. For the pool. */
export function packFile({ stem, tdm, notation, compression }: PackOrder): Packed {
  const isXml = notation === 'TDM_XML'
  const name = `${stem}.${isXml ? 'xml' : 'tdm'}`
  const bytes = Buffer.from(isXml ? xmlOf(tdm) : tdm)
  if (compression === 'GZIP') return { name: `${name}.gz`, mediaType: 'application/gzip', bytes: gzipSync(bytes) }
  if (compression === 'ZIP')
    return { name: `${name}.zip`, mediaType: 'application/zip', bytes: writeZip([{ name, bytes }]) }
  return { name, mediaType: isXml ? 'application/xml' : 'text/plain', bytes }
}

function xmlOf(text: string): string {
  const reading = readTdm(text, { strict: false })
  if (!reading.ok) throw new TypeError('a file that was kept cannot be read any more')
  return formatTdm(reading.message, { notation: 'XML', strict: false })
}
