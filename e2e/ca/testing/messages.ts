import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_DIR } from '../../product.ts'

/** A message as a file. */
export type Message = { readonly name: string; readonly text: string }

/** A published message (the file names its source). All messages of the journeys are copies with other names and times. */
const TEMPLATE = 'ION_SCV8_vs_STARLINK_1233.txt'
const HOUR_MS = 3_600_000

type Reference = { readonly messages: readonly { readonly path: string; readonly text: string }[] }
type Change = {
  readonly messageId: string
  readonly createdMs: number
  readonly tcaMs: number
  readonly primary?: { readonly number: number; readonly name: string }
  readonly secondary: { readonly number: number; readonly name: string }
  /** The factor on every entry of both covariances. */
  readonly covarianceFactor?: number
}

function template(): string {
  const { messages } = JSON.parse(
    readFileSync(join(PROJECT_DIR, 'ccsds', 'cdm', 'cdm.reference.json'), 'utf8'),
  ) as Reference
  const found = messages.find(({ path }) => path.endsWith(TEMPLATE))
  if (found === undefined) throw new Error(`there is no ${TEMPLATE}`)
  return found.text
}

/**
 * Returns the message with other names and times. Its states are in an Earth-fixed frame and hold at TCA, so the encounter stays the same at another
 * TCA.
 */
export function changedMessage(change: Change): string {
  const { messageId, createdMs, tcaMs, primary, secondary, covarianceFactor = 1 } = change
  const time = (ms: number) => new Date(ms).toISOString().slice(0, 23)
  let object = 0
  const lines = template()
    .split(/\r?\n/)
    .map((line) => {
      const [, keyword = '', value = ''] = /^([A-Z_0-9]+)\s*=\s*(.*)$/.exec(line) ?? []
      if (keyword === 'OBJECT') object += 1
      const who = object === 1 ? primary : object === 2 ? secondary : undefined
      if (keyword === 'MESSAGE_ID') return `MESSAGE_ID = ${messageId}`
      if (keyword === 'CREATION_DATE') return `CREATION_DATE = ${time(createdMs)}`
      if (keyword === 'TCA') return `TCA = ${time(tcaMs)}`
      if (keyword === 'OBJECT_DESIGNATOR' && who) return `OBJECT_DESIGNATOR = ${who.number}`
      if (keyword === 'OBJECT_NAME' && who) return `OBJECT_NAME = ${who.name}`
      if (/^C[RTND][RTND]?.*_[RTND]/.test(keyword) && covarianceFactor !== 1)
        return `${keyword} = ${Number(value.replace(/\[.*\]/, '')) * covarianceFactor} ${/\[.*\]/.exec(value)?.[0] ?? ''}`
      // Screening times are left out, because they belong to the TCA that was replaced.
      return /^(START_SCREEN|STOP_SCREEN|SCREEN_ENTRY|SCREEN_EXIT)/.test(keyword) ? undefined : line
    })
  return lines.filter((line) => line !== undefined).join('\n')
}

/** Returns messages of different events: the secondaries are LIVE-0000, LIVE-0001 and so on. */
export function copiesOfMessage(count: number, nowMs: number): Message[] {
  return Array.from({ length: count }, (_, place) => {
    const name = `LIVE-${String(place).padStart(4, '0')}`
    const tcaMs = nowMs + (2 + (place * 100) / count) * HOUR_MS
    const secondary = { number: 800_000 + place, name }
    return { name, text: changedMessage({ messageId: name, createdMs: nowMs - HOUR_MS, tcaMs, secondary }) }
  })
}

/** Returns the messages of one event, eight hours apart; their covariance shrinks until the probability is no longer diluted. */
export function historyOfEvent(nowMs: number, primary: { readonly number: number; readonly name: string }): Message[] {
  const tcaMs = nowMs + 40 * HOUR_MS
  return [60, 25, 9, 3, 0.43].map((covarianceFactor, place) => {
    // An organisation accepts each message id only once.
    const messageId = `HISTORY-${primary.number}-${place + 1}`
    const createdMs = nowMs - (4 - place) * 8 * HOUR_MS - HOUR_MS
    const secondary = { number: 890_001, name: 'HISTORY DEB' }
    const text = changedMessage({ messageId, createdMs, tcaMs, primary, secondary, covarianceFactor })
    return { name: `${messageId}.cdm`, text }
  })
}
