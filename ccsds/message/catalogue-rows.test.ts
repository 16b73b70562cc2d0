import { seededRandom } from '@apsis/astro/random.ts'
import { makeCatalogue } from '@apsis/astro/screening/synthetic-catalogue.ts'
import type { ElementSet } from '@apsis/astro/sgp4/element-set.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { expect, test } from 'vitest'
import { STREAMING_LIMITS } from '../notation/limits.ts'
import { formatOmmCsv } from '../omm/format-omm-csv.ts'
import { fromElementSet, toElementSet } from '../omm/omm-elements.ts'
import { readCatalogueRows } from './catalogue-rows.ts'
import { type FoundMessages, readMessages } from './read-messages.ts'

const EPOCH = parseTime('2026-03-01T00:00:00')
const HEADER = { comments: [], version: '2.0' }

/** Returns a catalogue of invented objects in the CSV form of the public catalogues. */
function catalogueText(size: number): string {
  return formatOmmCsv(makeCatalogue({ seed: 7, size, epoch: EPOCH }).map((set) => fromElementSet(set, HEADER)))
}

type Outcome = { readonly set: ElementSet } | { readonly faults: readonly string[] }

/** Returns the result of a message from the general reader, as a screening of a catalogue uses it. */
function outcomesOf({ messages, faults }: FoundMessages): Outcome[] {
  const said = ({ line, keyword, message }: FoundMessages['faults'][number]) => `${line} ${keyword}: ${message}`
  const file = faults.map((fault): Outcome => ({ faults: [said(fault)] }))
  const each = messages.map(({ reading }): Outcome => {
    if (!reading.ok) return { faults: reading.errors.map(said) }
    if (reading.message.kind !== 'OMM') throw new TypeError('the row is no OMM')
    try {
      return { set: toElementSet(reading.message.message) }
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      return { faults: [error.message] }
    }
  })
  return [...file, ...each]
}

async function readRows(pieces: readonly string[]) {
  const outcomes: Outcome[] = []
  let plain = 0
  await readCatalogueRows(pieces, STREAMING_LIMITS, {
    set: (set) => {
      plain += 1
      outcomes.push({ set })
    },
    message: (found) => outcomes.push(...outcomesOf(found)),
  })
  return { outcomes, plain }
}

/** Returns the outcomes in a common order: one reader reports the faults of the file first, and the other reports them in their places. */
function inOneOrder(outcomes: readonly Outcome[]): Outcome[] {
  const place = (one: Outcome) => ('set' in one ? `set ${one.set.objectName}` : `fault ${one.faults.join()}`)
  return outcomes.toSorted((a, b) => (place(a) < place(b) ? -1 : 1))
}

async function expectLikeTheGeneralReader(text: string): Promise<void> {
  const general = outcomesOf(readMessages(text, { strict: false, limits: STREAMING_LIMITS }))
  expect(inOneOrder((await readRows([text])).outcomes)).toEqual(inOneOrder(general))
}

test('readCatalogueRows() reads plain rows into the same sets as the general reader, in the same order', async () => {
  const text = catalogueText(300)
  const { outcomes, plain } = await readRows([text])
  expect(plain).toBe(300)
  expect(outcomes).toEqual(outcomesOf(readMessages(text, { strict: false })))
})

test('readCatalogueRows() returns the same wherever the text is divided, and whichever line ends it has', async () => {
  const text = catalogueText(40)
  const whole = await readRows([text])
  const pieces = Array.from({ length: Math.ceil(text.length / 37) }, (_, k) => text.slice(37 * k, 37 * k + 37))
  expect(await readRows(pieces)).toEqual(whole)
  expect(await readRows([`\ufeff${text.replaceAll('\n', '\r\n')}`])).toEqual(whole)
})

const CELLS = [
  ...['', ' ', ' 5', '5 ', '"5"', '"', 'x', '-1', '0', '1e99', '1e-3', 'NaN', 'Infinity', '0x10', '5.5', '360', '361'],
  ...[
    '-360',
    '180',
    '180.5',
    '1000000000',
    '999999999',
    'UNKNOWN',
    'SGP4',
    '2026-03-01T00:00:60',
    '2026-060T01:02:03.5Z',
  ],
  ...['2026-03-01', '2016-12-31T23:59:60.5', 'a,b', '=1+1', '\u00a07', 'UU', '12 [deg]', '1,2', '+.5', '5.'],
]

test('readCatalogueRows() accepts and refuses the same as the general reader, whatever is in a cell', async () => {
  const [header = '', ...rows] = catalogueText(20).trimEnd().split('\n')
  const random = seededRandom(11)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  for (let round = 0; round < 2_000; round += 1) {
    const changed = rows.slice(0, 4).map((row) => {
      const cells = row.split(',')
      if (random() < 0.6) cells[Math.floor(random() * cells.length)] = pick(CELLS)
      return cells.join(',')
    })
    await expectLikeTheGeneralReader([header, ...changed].join('\n'))
  }
})

test('readCatalogueRows() passes a file with other columns to the general reader', async () => {
  const text = catalogueText(3)
  const [header = '', ...rows] = text.trimEnd().split('\n')
  const more = [`${header},COMMENT`, ...rows.map((row) => `${row},of somebody`)].join('\n')
  const { outcomes, plain } = await readRows([more])
  expect(plain).toBe(0)
  expect(outcomes).toEqual(outcomesOf(readMessages(more, { strict: false })))
  const names = header.split(',')
  for (const name of names) {
    const others = names.map((one) => (one === name ? 'DRAG' : one)).join(',')
    await expectLikeTheGeneralReader([others, ...rows].join('\n'))
  }
  await expectLikeTheGeneralReader('')
  await expectLikeTheGeneralReader('OBJECT_NAME')
})

test('readCatalogueRows() reports faults with the line number of the file', async () => {
  const lines = catalogueText(5).trimEnd().split('\n')
  lines[3] = `${lines[3]},one too many`
  lines.splice(2, 0, '')
  const { outcomes } = await readRows([lines.join('\n')])
  expect(outcomes[2]).toEqual({ faults: [expect.stringMatching(/^5 /)] })
})
