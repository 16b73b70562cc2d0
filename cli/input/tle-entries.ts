import { parseCatalogueNumber } from '@apsis/astro/sgp4/catalogue-number.ts'
import type { ElementSet } from '@apsis/astro/sgp4/element-set.ts'
import { tleChecksum } from '@apsis/astro/sgp4/tle.ts'
import { readTles } from '@apsis/astro/sgp4/tle-text.ts'

/** A fault of an element set, with a place as in faults of messages; the keyword is the field. */
export interface TleFault {
  readonly line: number
  readonly column: number
  readonly keyword: string | null
  readonly code: 'bad-tle'
  readonly message: string
  readonly found: null
  readonly expected: null
}

/** One element set in a text, or its fault and the probable identity. */
export type TleReading =
  | { readonly ok: true; readonly elements: ElementSet }
  | { readonly ok: false; readonly fault: TleFault; readonly noradId: number | null }

/** Yields the element sets of a text in their order; with `ignoreChecksums` also those with wrong checksums. */
export function* readElementSets(text: string, ignoreChecksums = false): Generator<TleReading> {
  const lines = text.split(/\r\n|[\r\n]/)
  for (const entry of readTles(ignoreChecksums ? lines.map(correctChecksum) : lines)) {
    if (entry.ok) yield entry
    else {
      const { line, column } = entry
      // The message of a TleError gives the line within the two lines; here the line is that of the file.
      const [, field, why] = /^line \d, column \d+, ([^:]+): (.*)$/s.exec(entry.message) ?? []
      const noradId = parseCatalogueNumber(lines[line - 1]?.slice(2, 7) ?? '') ?? null
      const message = why ?? entry.message
      const nothing = { found: null, expected: null }
      yield {
        ok: false,
        noradId,
        fault: { line, column, keyword: field ?? null, code: 'bad-tle', message, ...nothing },
      }
    }
  }
}

const CHECKSUM_AT = 68

function correctChecksum(line: string): string {
  const isLine = /^[12] .{66}\d/.test(line)
  return isLine ? `${line.slice(0, CHECKSUM_AT)}${tleChecksum(line)}${line.slice(CHECKSUM_AT + 1)}` : line
}

/** Returns the fault as one line of text, like describeFault() for messages. */
export function describeTleFault({ line, column, keyword, message }: TleFault): string {
  return `line ${line}, column ${column}${keyword === null ? '' : `, ${keyword}`}: ${message}`
}
