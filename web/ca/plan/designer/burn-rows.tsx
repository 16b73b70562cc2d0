import { missing } from '@apsis/astro/missing.ts'
import { formatMinute } from '../../../clock/format.ts'
import { formatNumber } from '../../../ui/format/number.ts'
import { formatMiss } from '../../../ui/format/quantity.ts'
import { Missing, Probability } from '../../../ui/value/quantity.tsx'
import type { Candidate } from './design.ts'
import { designWords } from './words.data.ts'

const G_PER_KG = 1_000
/** True if a return burn was planned, which an arc does not have. */
export const hasReturn = ({ returnMps }: Candidate) => returnMps !== undefined

/** A row of a table of burns: its name, and the content for the column of a burn. */
export type BurnRow = readonly [string, (one: Candidate) => React.ReactNode]

/** Returns the rows of the comparison of burns. */
export function rowsOfBurns(all: readonly Candidate[]): readonly BurnRow[] {
  const t = designWords
  const mps = (value: number) => formatNumber(value, { decimals: 4 })
  return [
    [t('ignition'), ({ ignitionMs }) => formatMinute(ignitionMs).slice(5, -2)],
    [t('orbits'), ({ lead }) => formatNumber(lead, { decimals: 2 })],
    [t('commit'), ({ commitMs }) => formatMinute(commitMs).slice(5, -2)],
    ...contactRow(all),
    [t('deltaV'), ({ deltaVMps }) => mps(deltaVMps)],
    ...(all.some(({ moved }) => moved !== undefined)
      ? [[t('extra'), ({ moved, deltaVMps }: Candidate) => mps(moved === undefined ? deltaVMps : 0)] as const]
      : []),
    ...(['R', 'T', 'N'] as const).map(
      (axis, i) =>
        [
          `Δv ${axis}`,
          ({ deltaVRtn }: Candidate) => formatNumber(deltaVRtn[i] ?? missing(), { decimals: 4, signed: true }),
        ] as const,
    ),
    [
      t('thrust'),
      ({ thrustS }) => (thrustS === null ? <Missing reason={t('noMass')} /> : formatNumber(thrustS, { decimals: 1 })),
    ],
    [
      t('propellant'),
      ({ propellantKg }) =>
        propellantKg === null ? (
          <Missing reason={t('noMass')} />
        ) : (
          formatNumber(propellantKg * G_PER_KG, { decimals: 2 })
        ),
    ],
    ...returnRow(all),
    [t('pcAfter'), ({ pc }) => <Probability value={pc ?? undefined} approximate reason={t('none')} />],
    [t('cold'), ({ cold }) => <Probability value={cold ?? undefined} approximate reason={t('none')} />],
    [t('missAfter'), ({ missM }) => formatMiss(missM)],
    [t('sma'), ({ smaChangeM }) => formatNumber(smaChangeM, { decimals: 1, signed: true })],
  ]
}

/** Returns the row with the station of the last contact; empty if no contacts are known. */
function contactRow(all: readonly Candidate[]): readonly BurnRow[] {
  if (all.every(({ contact }) => contact === null)) return []
  const station = ({ contact }: Candidate) => contact?.station ?? <Missing reason={designWords('noContact')} />
  return [[designWords('commandedBy'), station]]
}

/** Returns the row with the cost including the return; empty if no return is planned. */
function returnRow(all: readonly Candidate[]): readonly BurnRow[] {
  if (!all.some(hasReturn)) return []
  const cost = ({ returnMps }: Candidate) =>
    typeof returnMps === 'number' ? (
      formatNumber(returnMps, { decimals: 4 })
    ) : (
      <Missing reason={designWords('noReturn')} />
    )
  return [[designWords('returnCost'), cost]]
}
