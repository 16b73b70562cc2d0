import { DAY_MS } from '@apsis/astro/constants.ts'
import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { useQuery } from '@tanstack/react-query'
import { useNow } from '../../../clock/clock.ts'
import { formatAge, formatInstant } from '../../../clock/format.ts'
import { Until } from '../../../clock/until.tsx'
import { formatNumber } from '../../../ui/format/number.ts'
import { DataAge } from '../../../ui/status/data-age.tsx'
import { levelMeaning, meaningOf } from '../../../ui/status/status-meaning.ts'
import { StatusWord } from '../../../ui/status/status-word.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { Missing, Quantity } from '../../../ui/value/quantity.tsx'
import { rowOf, worstOf } from '../../event/event-row.ts'
import { assetsOf } from '../asset.ts'
import { CoverageBar } from '../coverage-bar.tsx'
import { ephemeridesQuery } from '../ephemerides-query.ts'
import { propulsionText } from '../propulsion-text.ts'
import styles from '../satellite.module.css'
import { satelliteWords } from '../words.data.ts'

/** An older element set is not accurate enough for an approach (ux.md §5). */
const OLD_MS = 3 * DAY_MS

type Props = { readonly satellite: Satellite; readonly ahead: readonly Conjunction[] | undefined }

/** Shows the most important facts: numbers, worst event, next approach, orbit, and the quality of the data. */
export function Facts({ satellite, ahead }: Props) {
  const t = useWords(satelliteWords)
  const nowMs = useNow('minute')
  const { derived, configuration } = satellite
  const ageMs = derived.elementSetEpoch === null ? undefined : nowMs - Date.parse(derived.elementSetEpoch)
  return (
    <dl className={`flex wrap pad-10 line-bottom gap-4-24 ${styles.facts}`}>
      <OpenEvents ahead={ahead} nowMs={nowMs} />
      <Fact name={t('hardBody')}>
        {derived.hardBodyRadius === null ? (
          <Missing reason={t('hardBodyUnknown')} />
        ) : (
          <>
            <Quantity name="hardBodyRadius" value={derived.hardBodyRadius} />{' '}
            <small>{t(derived.hardBodyRadiusFrom === 'shape' ? 'fromShape' : 'fromGiven')}</small>
          </>
        )}
      </Fact>
      <Fact name={t('propulsionFact')}>{propulsionText(configuration.propulsion)}</Fact>
      <Fact name={t('orbit')}>
        {derived.regime === null ? (
          <Missing reason={t('orbitUnknown')} />
        ) : (
          t('orbitValue', {
            regime: derived.regime,
            perigee: kmText(derived.perigeeAltitudeM),
            apogee: kmText(derived.apogeeAltitudeM),
          })
        )}
      </Fact>
      <Fact name={t('coverage')}>
        {derived.ephemerisUntil === null ? (
          <span className="muted">{t('noCoverage')}</span>
        ) : (
          <>
            <Coverage satellite={satellite} ahead={ahead} nowMs={nowMs} />
            <span className="mono">{untilText(derived.ephemerisUntil)}</span>
          </>
        )}
      </Fact>
      <Fact name={t('elementsAge')}>
        {ageMs === undefined ? (
          <Missing reason={t('orbitUnknown')} />
        ) : (
          <DataAge text={formatAge(ageMs)} ageMs={ageMs} cautionMs={OLD_MS} />
        )}
      </Fact>
    </dl>
  )
}

/** Shows the worst level of the future events, and the time of the next approach. */
function OpenEvents({ ahead, nowMs }: Pick<Props, 'ahead'> & { readonly nowMs: number }) {
  const t = useWords(satelliteWords)
  const open = ahead?.filter(({ conjunctionData }) => Date.parse(conjunctionData.tca) > nowMs)
  const worst = open?.length ? levelMeaning(worstOf(open.map(rowOf))) : meaningOf('risk', 'NONE')
  const next = open?.map(({ conjunctionData: { tca } }) => Date.parse(tca)).toSorted((a, b) => a - b)[0]
  return (
    <>
      <Fact name={t('worst')}>{open ? <StatusWord {...worst} /> : <Missing reason={t('eventsUnknown')} />}</Fact>
      <Fact name={t('nextTca')}>
        {open === undefined ? (
          <Missing reason={t('eventsUnknown')} />
        ) : next === undefined ? (
          <span className="muted">{t('noTca')}</span>
        ) : (
          <Until at={next} />
        )}
      </Fact>
    </>
  )
}

/** Shows the number of approaches that the ephemerides cover. */
function Coverage({ satellite, ahead, nowMs }: Props & { readonly nowMs: number }) {
  const t = useWords(satelliteWords)
  const { data: files } = useQuery(ephemeridesQuery(satellite.satelliteId))
  const [asset] = files && ahead ? assetsOf({ satellites: [satellite], rows: ahead.map(rowOf), files }, nowMs) : []
  if (!asset) return null
  const { spans, tcas } = asset
  const inside = tcas.filter(({ isCovered }) => isCovered).length
  return <CoverageBar spans={spans} tcas={tcas} nowMs={nowMs} label={t('coverageOf', { inside, all: tcas.length })} />
}

const kmText = (metres: number | null) => formatNumber((metres ?? Number.NaN) / 1_000, { decimals: 0 })

/** Returns a time to the minute, without the year, because an ephemeris extends only days ahead. */
const untilText = (at: string) => `${formatInstant(Date.parse(at)).slice(5, 16)} Z`

function Fact({ name, children }: React.PropsWithChildren<{ readonly name: string }>) {
  return (
    <div className="row gap-8">
      <dt>{name}</dt>
      <dd className="inline-row gap-6 nowrap">{children}</dd>
    </div>
  )
}
