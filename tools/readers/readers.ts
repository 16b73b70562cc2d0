// Lists every reader that reads a user's text.
import { readTles } from '@apsis/astro/sgp4/tle-text.ts'
import { FaultLog, MessageSyntaxError } from '@apsis/ccsds/fault.ts'
import { findMessageSpans } from '@apsis/ccsds/message/message-spans.ts'
import { readMessages } from '@apsis/ccsds/message/read-messages.ts'
import { scanOmms } from '@apsis/ccsds/omm/omm.ts'
import { record } from '@apsis/cli/testing/recorded-terminal.ts'
import { readEphemeris } from '@apsis/server/ca/ephemeris/record/reading.ts'
import { readBounce } from '@apsis/server/delivery/read-bounce.ts'
import { readItems } from '@apsis/server/tle/read-item.ts'

/** Reads a text, and returns the message that stays in memory. */
export type TextReader = (text: string) => unknown

const OBJECT = { ids: ['1'], names: ['A'] }

async function* inPieces(text: string): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}

function readCatalogue(text: string): unknown {
  const readings: unknown[] = []
  const log = new FaultLog(false)
  try {
    const scanner = scanOmms('JSON', log, { options: { strict: false }, take: (reading) => readings.push(reading) })
    scanner.write(text)
    scanner.end()
  } catch (error) {
    if (!(error instanceof MessageSyntaxError)) throw error
  }
  return { readings, log }
}

/** Returns the readers that a text of the format reaches. */
export function readersOf(format: string): Readonly<Record<string, TextReader>> {
  if (format === 'mail') return { readBounce }
  return {
    findMessageSpans,
    ...(/OEM|OCM|STK|MEME/.test(format)
      ? { readEphemeris: (text: string) => readEphemeris(inPieces(text), { name: 'a', object: OBJECT }) }
      : { 'apsis inspect': (text: string) => record(['inspect', 'a'], { a: text }) }),
    ...(format === 'OEM XML' ? { 'apsis inspect': (text: string) => record(['inspect', 'a'], { a: text }) } : {}),
    ...(/OEM KVN|OCM/.test(format) ? { readMessages: (text: string) => readMessages(text, { strict: false }) } : {}),
    ...(format === 'OMM JSON' ? { scanOmms: (text: string) => readCatalogue(text) } : {}),
    ...(format === 'TLE' ? { readTles: (text: string) => [...readTles(text.split(/\r?\n/))] } : {}),
    ...(/OMM|TLE/.test(format)
      ? { readItems: (text: string) => readItems([format === 'TLE' ? text : { omm: text }]) }
      : {}),
  }
}
