import { covarianceRealism, squaredDistance } from '@apsis/astro/statistics/covariance-realism.ts'
import { breakUp } from '@apsis/astro/statistics/fragments.ts'
import { orbitQuality } from '@apsis/astro/statistics/orbit-quality.ts'
import { parseCdm } from '@apsis/ccsds/cdm/cdm.ts'
import { orbitDeterminationOf } from '@apsis/ccsds/cdm/orbit-determination.ts'
import { type Json, readJson, readMessage, readTable } from './run/collection.ts'
import { ofJson, ofList, type ReferenceSet, type Source } from './run/set.ts'
import type { Check, Tally } from './run/tally.ts'

/** The limit for the factor on sigma (README.md of the set). */
const SCALE_LIMIT = 0.05

function compareRealism(check: Check, [set, wanted]: [string, Json], { files: [file = ''] }: Source): void {
  const distances = readTable(file.replace(/\.json$/, `_${set}.csv`)).map((row) => {
    const lines = ['11 12 13', '12 22 23', '13 23 33'].map((line) => line.split(' '))
    const covariance = lines.map((places) => row.pick(...places.map((place) => `c${place}`)))
    return squaredDistance(row.pick('r1', 'r2', 'r3'), covariance) ?? Number.NaN
  })
  check.relative('factor on sigma', covarianceRealism(distances)?.scale, wanted.number(), SCALE_LIMIT)
}

function compareConsequence(tally: Tally, { files: [file = ''] }: Source): void {
  const set = readJson(file)
  const [primaryKg, speedMps] = [set.number('primary_mass_kg'), set.number('relative_speed_mps')]
  for (const [index, secondaryKg] of set.numbers('secondary_mass_kg').entries())
    tally.run(`${secondaryKg} kg`, (check) => {
      const { pieces, isCatastrophic } = breakUp({ primaryKg, secondaryKg, speedMps })
      check.same(Math.round(pieces), set.number('expected_pieces', index), 'pieces')
      check.same(Number(isCatastrophic), set.number('expected_catastrophic', index), 'catastrophic or not')
    })
}

function compareQuality(check: Check, row: Json, { files: [file = ''] }: Source): void {
  // CARA writes NaN for a missing value; the standard leaves the line out.
  const text = readMessage(file.replace(/\.json$/, '_cdm.txt')).replaceAll(/^\w+ *= *NaN.*\n/gm, '')
  // After the objects are exchanged, this is the same object, now assessed as the first one.
  const message = parseCdm(changeSecond(text, row), { strict: false })
  const { composite, ...groups } = orbitQuality(orbitDeterminationOf(message, 1))
  const passes = Object.values(groups).flatMap((group) => Object.values(group))
  check.relative('composite', composite, row.number('expected_composite'), 1e-4)
  check.same(passes.filter((pass) => !pass).length, row.number('expected_zero_scores'), 'tests that fail')
}

/** Returns the message with the values of a case in its second object. */
function changeSecond(text: string, row: Json): string {
  const at = text.indexOf('OBJECT2')
  return (row.has('change_set') ? row.entries('change_set') : []).reduce((changed, [keyword, value]) => {
    const line = new RegExp(`^(${keyword} *= *)[^[\\n]*`, 'm')
    const [head, tail] = [changed.slice(0, at), changed.slice(at)]
    return head + tail.replace(line, (_, begin: string) => `${begin}${value.text()} `)
  }, text)
}

const expectedScales = (_: Source, file: string) => readJson(file).entries('expected_scale')

export const BEYOND_SETS: readonly ReferenceSet[] = [
  ofList('beyond/covariance_realism*.json', expectedScales, ([set]) => `residuals ${set}`, compareRealism),
  { name: 'beyond/consequence*.json', compare: compareConsequence },
  ofJson('beyond/od_quality*.json', (row, index) => row.text('change') || `change ${index + 1}`, compareQuality),
]
