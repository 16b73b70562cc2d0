import type { MessageKind } from '../block/block.ts'
import { FaultLog, MessageSyntaxError } from '../fault.ts'
import { LIMITS } from '../notation/limits.ts'
import type { Notation } from '../notation/line.ts'
import { notationOf } from '../notation/scan.ts'
import { scanXml } from '../notation/xml.ts'

/** The kinds of files: messages of CCSDS, element sets of the catalogues, operators' ephemerides, or something else. */
export type FileKind = MessageKind | 'NDM' | 'AEM' | 'APM' | 'ACM' | 'RDM' | 'TLE' | 'MEME' | 'STK' | 'unknown'

/** The kind, the version and the notation of a text. The version is that of the message, if the message gives one. */
export interface Detection {
  readonly kind: FileKind
  readonly version: string | null
  readonly notation: Notation | 'text'
  /** True if Apsis can read it. */
  readonly isReadable: boolean
}

/** Only this many characters at the beginning of a text are examined. */
export const EXAMINED_CHARACTERS = 65_536
const READABLE: readonly FileKind[] = ['CDM', 'OPM', 'OEM', 'OMM', 'OCM', 'TDM', 'NDM', 'TLE', 'MEME', 'STK']
const KNOWN: readonly FileKind[] = [...READABLE, 'AEM', 'APM', 'ACM', 'RDM']
const VERSION_LINE = /^[ \t]*CCSDS_([A-Z]{3})_VERS[ \t]*=[ \t]*([^\s[]*)/m
const TLE_LINE = /^1 [ 0-9A-Z]{5}[A-Z ][ \d].{50,}$/m
const MEME_LINE = /^(?:created:\s*\d{4}-|ephemeris_start:\s*\d{4}-|(?:UVW|EME2000|ITRF)\r?\n\d{13}[. ])/m
/** Other files of STK, which are not ephemerides, begin in the same way. */
const STK_VERSION = /^\s*stk\.v\.([\d.]+)\s/i
const STK_EPHEMERIS = /^[ \t]*BEGIN[ \t]+Ephemeris[ \t]*\r?$/im
const CSV_HEADER = /^"?(?:OBJECT_NAME|CCSDS_OMM_VERS|NORAD_CAT_ID)"?,/

/**
 * Returns which kind of message a text is, its version and its notation, from its beginning; the text need not be complete. It never throws: any
 * other text is `unknown`. Elements for SGP4 in two or three lines are `TLE`.
 */
export function detect(text: string): Detection {
  const begin = text.slice(0, EXAMINED_CHARACTERS).replace(/^\ufeff/, '')
  const notation = notationOf(begin)
  if (notation === 'XML') return detectXml(begin)
  if (notation === 'JSON') return detectJson(begin)
  const version = VERSION_LINE.exec(begin)
  if (version !== null) return detection(version[1], version[2], 'KVN')
  if (CSV_HEADER.test(begin)) return detection('OMM', undefined, 'CSV')
  if (MEME_LINE.test(begin)) return detection('MEME', undefined, 'text')
  const stk = STK_VERSION.exec(begin)
  if (stk !== null && STK_EPHEMERIS.test(begin)) return detection('STK', stk[1], 'text')
  if (TLE_LINE.test(begin.replaceAll('\r', '\n'))) return detection('TLE', undefined, 'text')
  return detection(undefined, undefined, 'KVN')
}

function detection(name: string | undefined, version: string | undefined, notation: Detection['notation']): Detection {
  const kind = KNOWN.find((candidate) => candidate === name) ?? 'unknown'
  const isReadable = READABLE.includes(kind)
  if (kind === 'unknown') return { kind, version: null, notation: notation === 'KVN' ? 'text' : notation, isReadable }
  return { kind, version: version === undefined || version === '' ? null : version, notation, isReadable }
}

/** Returns the kind from the first element; an `ndm` that contains one message is still an NDM. */
function detectXml(begin: string): Detection {
  let root: string | null = null
  let version: string | undefined
  try {
    const scanner = scanXml(
      new FaultLog(true),
      (line) => {
        if (line.kind === 'open') root ??= line.name
        else if (line.kind === 'assignment' && root !== 'ndm' && line.keyword.startsWith('CCSDS_'))
          version ??= line.text
      },
      LIMITS,
    )
    scanner.write(begin)
  } catch (error) {
    // The reader of the text reports its faults.
    if (!(error instanceof MessageSyntaxError)) throw error
  }
  const name: string | null = root
  return detection((name ?? '').toUpperCase(), version, 'XML')
}

function detectJson(begin: string): Detection {
  const version = /"CCSDS_(CDM|OMM)_VERS"\s*:\s*"?([^",}\s]*)/.exec(begin)
  if (version !== null) return detection(version[1], version[2], 'JSON')
  if (/"TCA"\s*:/.test(begin) && /"SAT1_X"\s*:/.test(begin)) return detection('CDM', undefined, 'JSON')
  return detection(/"MEAN_ANOMALY"\s*:/.test(begin) ? 'OMM' : undefined, undefined, 'JSON')
}
