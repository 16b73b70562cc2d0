import { gzipSync } from 'node:zlib'
import { formatOem } from '@apsis/ccsds/oem/format-oem.ts'
import { readOem } from '@apsis/ccsds/oem/read-oem.ts'
import { formatTdm, readTdm } from '@apsis/ccsds/tdm/tdm.ts'
import type { FileNotation } from '@apsis/contract/odt/observation/observation.ts'
import type { Compression } from '@apsis/contract/odt/request/request.ts'
import { writeZip } from '../../platform/http/write-zip.ts'
import { isOem } from './read-positions.ts'

/** A file in its delivered form. */
export type PackedFile = { readonly name: string; readonly mediaType: string; readonly bytes: Buffer }

export type PackOrder = {
  /** The name without the suffix of the notation. */
  readonly stem: string
  /** The stored form: KVN. */
  readonly tdm: string
  readonly notation: FileNotation
  readonly compression: Compression
}

/** Packs the message of a file in the wanted notation and compression. The same input gives the same bytes. Runs in the worker pool. */
export function packFile({ stem, tdm, notation, compression }: PackOrder): PackedFile {
  const oem = isOem(tdm) ? oemAs(tdm, notation) : undefined
  const isXml = oem?.isXml ?? notation === 'TDM_XML'
  const name = `${stem}.${isXml ? 'xml' : oem === undefined ? 'tdm' : 'oem'}`
  const bytes = Buffer.from(oem?.text ?? (isXml ? xmlOf(tdm) : tdm))
  if (compression === 'GZIP') return { name: `${name}.gz`, mediaType: 'application/gzip', bytes: gzipSync(bytes) }
  if (compression === 'ZIP')
    return { name: `${name}.zip`, mediaType: 'application/zip', bytes: writeZip([{ name, bytes }]) }
  return { name, mediaType: isXml ? 'application/xml' : 'text/plain', bytes }
}

export type ZipOrder = {
  readonly files: readonly Pick<PackOrder, 'stem' | 'tdm'>[]
  readonly notation: FileNotation
}

/** Packs many files as one zip, without a second compression. A number distinguishes equal names. Runs in the worker pool. */
export function zipFiles({ files, notation }: ZipOrder): Buffer {
  const taken = new Map<string, number>()
  return writeZip(
    files.map(({ stem, tdm }) => {
      const nth = (taken.get(stem) ?? 0) + 1
      taken.set(stem, nth)
      return packFile({ stem: nth === 1 ? stem : `${stem}-${nth}`, tdm, notation, compression: 'NONE' })
    }),
  )
}

function xmlOf(text: string): string {
  const reading = readTdm(text, { strict: false })
  if (!reading.ok) throw new TypeError('a file that was kept cannot be read any more')
  return formatTdm(reading.message, { notation: 'XML', strict: false })
}

/**
 * Returns positions in the wanted notation. Without velocities they cannot be written as a valid OEM, so they are
 * returned as received.
 */
function oemAs(text: string, notation: FileNotation): { readonly text: string; readonly isXml: boolean } {
  const [isXml, wanted] = [text.trimStart().startsWith('<'), notation === 'TDM_XML']
  const reading = isXml === wanted ? undefined : readOem(text, { strict: false })
  if (reading?.ok !== true) return { text, isXml }
  return { text: formatOem(reading.message, { notation: wanted ? 'XML' : 'KVN', strict: false }), isXml: wanted }
}
