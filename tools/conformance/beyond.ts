import { covarianceRealism, squaredDistance } from '@apsis/astro/statistics/covariance-realism.ts'
import { breakUp } from '@apsis/astro/statistics/fragments.ts'
import { orbitQuality } from '@apsis/astro/statistics/orbit-quality.ts'
import { parseCdm } from '@apsis/ccsds/cdm/cdm.ts'
import { orbitDeterminationOf } from '@apsis/ccsds/cdm/orbit-determination.ts'
import { type Json, readJson, readMessage, readTable } from './run/collection.ts'
import type { ReferenceSet, Source } from './run/set.ts'
import type { Tally } from './run/tally.ts'

/** Of the factor on sigma (README.md of the set). */
const SCALE_LIMIT = 0.05

function compareRealism(tally: Tally, { files: [file = ''] }: Source): void {
  for (const [set, wanted] of readJson(file).entries('expected_scale')) {
    tally.run(`residuals ${set}`, (check) => {
      const distances = readTable(file.replace(/\.json$/, `_${set}.csv`)).map((row) => {
        const covariance = ['11 12 13', '12 22 23', '13 23 33'].map((line) =>
          row.numbers(...line.split(' ').map((place) => `c${place}`)),
        )
        return squaredDistance(row.numbers('r1', 'r2', 'r3'), covariance) ?? Number.NaN
      })
      check.relative('factor on sigma', covarianceRealism(distances)?.scale, wanted.number(), SCALE_LIMIT)
    })
  }
}

function compareConsequence(tally: Tally, { files: [file = ''] }: Source): void {
  const set = readJson(file)
  const [primaryKg, speedMps] = [set.number('primary_mass_kg'), set.number('relative_speed_mps')]
  set.numbers('secondary_mass_kg').forEach((secondaryKg, index) => {
    tally.run(`${secondaryKg} kg`, (check) => {
      const { pieces, isCatastrophic } = breakUp({ primaryKg, secondaryKg, speedMps })
      check.same(Math.round(pieces), set.number('expected_pieces', index), 'pieces')
      check.same(Number(isCatastrophic), set.number('expected_catastrophic', index), 'catastrophic or not')
    })
  })
}

function compareQuality(tally: Tally, { files: [file = ''] }: Source): void {
  // NaN is how CARA's reader is told that a value is not there; the standard leaves the line out.
  const text = readMessage(file.replace(/\.json$/, '_cdm.txt')).replaceAll(/^\w+ *= *NaN.*\n/gm, '')
  readJson(file)
    .rows('cases')
    .forEach((row, index) => {
      tally.run(row.has('change') ? row.text('change') : `change ${index + 1}`, (check) => {
        // Exchanged, and the first of them assessed, it is the same object again.
        const message = parseCdm(changeSecond(text, row), { strict: false })
        const { composite, ...groups } = orbitQuality(orbitDeterminationOf(message, 1))
        const zeros = Object.values(groups)
          .flatMap((group) => Object.values(group))
          .filter((pass) => !pass).length
        check.relative('composite', composite, row.number('expected_composite'), 1e-4)
        check.same(zeros, row.number('expected_zero_scores'), 'tests that fail')
      })
    })
}

/** The message with the other values of a case in its second object. */
function changeSecond(text: string, row: Json): string {
  const at = text.indexOf('OBJECT2')
  return (row.has('change_set') ? row.entries('change_set') : []).reduce((changed, [keyword, value]) => {
    const line = new RegExp(`^(${keyword} *= *)[^[\\n]*`, 'm')
    const [head, tail] = [changed.slice(0, at), changed.slice(at)]
    return head + tail.replace(line, (_, begin: string) => `${begin}${value.text()} `)
  }, text)
}

export const BEYOND_SETS: readonly ReferenceSet[] = [
  { name: 'beyond/covariance_realism*.json', compare: compareRealism },
  { name: 'beyond/consequence*.json', compare: compareConsequence },
  { name: 'beyond/od_quality*.json', compare: compareQuality },
]
