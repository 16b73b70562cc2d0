import { readHistoryTable } from '@apsis/ccsds/history/history-table.ts'
import { expect, test } from 'vitest'
import { openBrowser } from '../../ui/testing/browser.ts'

openBrowser()
const { choose } = await import('../../ui/preference/preference.ts')
const { sayHistoryFault } = await import('./history-fault.ts')
const { loadedWords } = await import('./loaded-words.data.ts')

const HEAD = 'event,created,tca,probability'

/** Returns the errors as the server reports them (server/ca/statistics/loaded-history-task.ts). */
function detailsOf(text: string, most?: number) {
  const reading = readHistoryTable([text], most)
  const faults = reading.ok ? [] : reading.faults
  return faults.map(({ code, message, line, keyword, found, expected }) => ({
    code: `history.${code}`,
    message,
    line,
    ...(keyword === null ? {} : { keyword }),
    values: { ...(found === null ? {} : { found }), ...(expected === null ? {} : { expected }) },
  }))
}

test.each([
  [HEAD, 'Zeile 1, die Zeile: keine Zeile unter den Namen.'],
  ['event,created,tca\nA,2026-01-01,2026-01-02\n', 'Zeile 1, probability: diese Spalte fehlt; es gibt event, created'],
  [
    `${HEAD},sigma\nA,2026-01-01,2026-01-02,0,1\n`,
    'Zeile 1, sigma: keine Spalte heißt so, oder zwei heißen so; es gibt',
  ],
  [`${HEAD}\nA,2026-01-01,2026-01-02,-1\n`, 'Zeile 2, probability: „-1“ ist keine Zahl von 0 bis 1.'],
  [`${HEAD}\nA,2026-02-30,2026-01-02,0\n`, 'Zeile 2, created: „2026-02-30“ ist keine Zeit in UTC'],
  [`${HEAD}\n,2026-01-01,2026-01-02,0\n`, 'Zeile 2, event: Ereignis ohne Namen.'],
  [`${HEAD},kind\nA,2026-01-01,2026-01-02,0,comet\n`, 'Zeile 2, kind: keine solche Art; es gibt payload'],
  [`${HEAD},radiusM\nA,2026-01-01,2026-01-02,0,0\n`, 'Zeile 2, radiusM: „0“ ist keine Zahl über 0.'],
  [`${HEAD},radialM\nA,2026-01-01,2026-01-02,0,far\n`, 'Zeile 2, radialM: „far“ ist keine Zahl.'],
  [`${HEAD},sigmaMinorM,sigmaMajorM\nA,2026-01-01,2026-01-02,0,9,8\n`, 'Zeile 2, sigmaMinorM: größer als sigmaMajorM.'],
  [`${HEAD}\nA,2026-01-01,2026-01-02\n`, 'Zeile 2, die Zeile: nicht 4 Zellen.'],
  [`${HEAD}\n"A,2026-01-01,2026-01-02,0\n`, 'Zeile 2, die Zeile: ein Anführungszeichen endet nicht'],
  [`${HEAD}\n${'x'.repeat(101)},2026-01-01,2026-01-02,0\n`, 'Zeile 2, event: mehr als 100 Zeichen.'],
  [`${HEAD}\n${'x'.repeat(300_000)}\n`, 'Zeile 2, die Zeile: Zeile zu lang.'],
])('an error of a table is shown in German, case %#', (text, words) => {
  choose('language', 'de')
  const [first] = detailsOf(text)
  expect(sayHistoryFault(loadedWords, first!)).toContain(words)
  // Both languages have the same numbers and names; the API uses English.
  choose('language', 'en')
  expect(sayHistoryFault(loadedWords, first!)).toMatch(/^Line \d+, [\w ]+: \S.*\.$/)
})

test('there are texts for too many rows, a file in another encoding, and an error that this version does not know', () => {
  choose('language', 'de')
  const [, , , excess] = [...Array(3), ...detailsOf(`${HEAD}\n${'A,2026-01-01,2026-01-02,0\n'.repeat(4)}`, 3)]
  expect(sayHistoryFault(loadedWords, excess!)).toBe('Zeile 5, die Zeile: mehr als 50\u202f000 Zeilen.')
  const detail = { code: 'history.bad-encoding', message: 'The table is not written in UTF-8.' }
  expect(sayHistoryFault(loadedWords, detail)).toBe('Zeile 1, die Zeile: nicht UTF-8.')
  expect(sayHistoryFault(loadedWords, { code: 'history.new', message: 'news' })).toBe('Zeile 1, die Zeile: news.')
})
