import type { Propulsion } from '@apsis/contract/ca/satellite/propulsion.ts'
import { useState } from 'react'
import { TextField } from '../../../../ui/field/text-field.tsx'
import { formatNumber, readNumber, typedNumber } from '../../../../ui/format/number.ts'
import { StatusSymbol } from '../../../../ui/status/status-symbol.tsx'
import { useWords } from '../../../../ui/text/language.ts'
import { massText, timeText } from '../../propulsion-text.ts'
import { satelliteWords } from '../../words.data.ts'
import { burnCost } from './burn-cost.ts'
import type { Craft, Doubt } from './propulsion-sense.ts'
import { propulsionWords } from './propulsion-words.data.ts'

/** Lists contradictions within the propulsion, or with the satellite, as sentences. */
export function Doubts({ doubts }: { readonly doubts: readonly Doubt[] }) {
  const t = useWords(propulsionWords)
  return (
    <section className="stack gap-8 line-top ink pt-10" aria-label={t('doubts')}>
      <h3>{t('doubts')}</h3>
      <div role="status">
        <ul className="stack gap-6 soft fs-13">
          {doubts.length === 0 ? (
            <li className="flex items-baseline gap-8">
              <StatusSymbol level="ok" /> {t('fits')}
            </li>
          ) : null}
          {doubts.map(({ id, isImpossible, values }) => (
            <li className="flex items-baseline gap-8" key={id}>
              <StatusSymbol level={isImpossible ? 'serious' : 'caution'} />{' '}
              <span>
                <b>{t(isImpossible ? 'impossible' : 'odd')}</b> {t(id, textsOf(values))}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** Returns each value as text: the end of its name gives the unit. */
function textsOf(values: Doubt['values']): Record<string, string> {
  const said = ([name, value]: [string, number]) => {
    if (name.endsWith('Kg')) return [name, massText(value)]
    if (name === 'share') return [name, formatNumber(value * 100, { decimals: 0 })]
    if (/[a-z]S$/.test(name)) return [name, timeText(value)]
    return [name, formatNumber(value, value < 1 ? { significant: 2 } : {})]
  }
  return Object.fromEntries(Object.entries(values).map(said))
}

/** The Δv of a burn that avoids a close approach a day later. */
const USUAL_DELTA_V_MPS = 0.05

type ReadoutProps = { readonly propulsion: Propulsion; readonly craft: Craft }

/** Shows the meaning of the numbers: the time and the propellant of a burn, or the possible change of the drag. */
export function Readout({ propulsion, craft: { massKg, periodS } }: ReadoutProps) {
  const t = useWords(satelliteWords)
  const [tried, setTried] = useState(() => typedNumber(USUAL_DELTA_V_MPS))
  if (propulsion.type === 'NONE' || propulsion.type === 'UNKNOWN') return null
  const lead = t('readoutEarliest', { lead: formatNumber(propulsion.leadTimeH, {}) })
  if (propulsion.type === 'DIFFERENTIAL_DRAG') {
    const { minAreaM2, maxAreaM2, slewS, maxDurationH } = propulsion
    return (
      <section className="stack gap-8 line-top ink pt-10" aria-label={t('readout')}>
        <p>
          {t('readoutDrag', {
            factor: formatNumber(maxAreaM2 / minAreaM2, { significant: 2 }),
            slew: timeText(slewS),
            duration: formatNumber(maxDurationH, {}),
          })}{' '}
          {lead}
        </p>
      </section>
    )
  }
  const deltaV = readNumber(tried)
  const isTried = Number.isFinite(deltaV) && deltaV > 0
  return (
    <section className="stack gap-8 line-top ink pt-10" aria-label={t('readout')}>
      <TextField label={t('readoutDeltaV')} unit="m/s" inputMode="decimal" value={tried} onChange={setTried} />
      <p role="status">
        {massKg === undefined ? t('needMass') : isTried ? costText(propulsion, deltaV, { massKg, periodS }) : ''} {lead}
      </p>
    </section>
  )
}

const LIMITS = { 'too-small': 'limitSmall', 'too-large': 'limitLarge', 'too-long': 'limitLong' } as const

function costText(
  engine: Extract<Propulsion, { type: 'IMPULSIVE' | 'CONTINUOUS' }>,
  deltaV: number,
  craft: { massKg: number; periodS: number },
): string {
  const { propellantKg, burnS, wholeS, revolutions, limit } = burnCost(engine, deltaV, craft)
  const values = { deltaV: formatNumber(deltaV, {}), time: timeText(burnS), mass: massText(propellantKg) }
  const cost =
    revolutions === undefined
      ? satelliteWords('readoutBurn', values)
      : satelliteWords('readoutSpread', { ...values, revolutions, whole: timeText(wholeS) })
  return limit ? `${cost} ${satelliteWords(LIMITS[limit])}` : cost
}
