import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A published message (the file names its source). All copies have its numbers; names and times differ. */
const TEMPLATE = 'ION_SCV8_vs_STARLINK_1233.txt'
const HOUR_MS = 3_600_000

type Reference = { readonly messages: readonly { readonly path: string; readonly text: string }[] }

function templateText(): string {
  const file = join(import.meta.dirname, '..', '..', 'ccsds', 'cdm', 'cdm.reference.json')
  const { messages } = JSON.parse(readFileSync(file, 'utf8')) as Reference
  const found = messages.find(({ path }) => path.endsWith(TEMPLATE))
  if (found === undefined) throw new Error(`${file} has no ${TEMPLATE}`)
  return found.text
}

export type MadeMessage = { readonly messageId: string; readonly text: string }

/**
 * Makes messages of different events: each has its own secondary object and its own TCA, within the week from `startMs`. The state in a CDM holds at
 * its TCA in an Earth-fixed frame, so the encounter stays the same when the time is shifted.
 */
export function makeMessages(count: number, startMs: number, prefix: string): MadeMessage[] {
  const text = templateText()
  return Array.from({ length: count }, (_, place) => {
    const messageId = `${prefix}-${String(place).padStart(6, '0')}`
    const created = new Date(startMs - HOUR_MS + place).toISOString().slice(0, 23)
    const tca = new Date(startMs + HOUR_MS + (place * 160 * HOUR_MS) / count).toISOString().slice(0, 23)
    let object = 0
    const lines = text.split(/\r?\n/).map((line) => {
      const keyword = /^([A-Z_0-9]+)\s*=/.exec(line)?.[1]
      if (keyword === 'OBJECT_DESIGNATOR') object += 1
      if (keyword === 'MESSAGE_ID') return `MESSAGE_ID = ${messageId}`
      if (keyword === 'CREATION_DATE') return `CREATION_DATE = ${created}`
      if (keyword === 'TCA') return `TCA = ${tca}`
      if (keyword === 'OBJECT_DESIGNATOR' && object === 2) return `OBJECT_DESIGNATOR = ${700_000 + place}`
      // Screening times are left out, because they belong to the TCA that was replaced.
      return keyword !== undefined && /^(START|STOP)_SCREEN|^SCREEN_(ENTRY|EXIT)/.test(keyword) ? undefined : line
    })
    return { messageId, text: lines.filter((line) => line !== undefined).join('\n') }
  })
}
