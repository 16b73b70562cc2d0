import type { Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import type { ScreeningState } from '@apsis/contract/ca/satellite/screening-state.ts'
import { Link } from '@tanstack/react-router'
import { formatAge, formatInstant, formatInstantMs } from '../../../clock/format.ts'
import { Until } from '../../../clock/until.tsx'
import { amongInWords, meaningAmong } from '../../../encounter/catalogue-in-words.ts'
import { paths } from '../../../site/paths.ts'
import { MISSING } from '../../../ui/format/number.ts'
import { formatProbabilityPlain } from '../../../ui/format/probability.ts'
import { DataAge } from '../../../ui/status/data-age.tsx'
import { levelMeaning, meaningOf, mitigatedText, type StatusMeaning } from '../../../ui/status/status-meaning.ts'
import { LEVEL_WORDS, StatusSymbol } from '../../../ui/status/status-symbol.tsx'
import { StatusWord } from '../../../ui/status/status-word.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { LongName } from '../../../ui/value/long-name.tsx'
import { Missing, Probability } from '../../../ui/value/quantity.tsx'
import type { PassAhead } from '../../pass/passes-ahead.ts'
import { aheadWords } from '../../pass/words.data.ts'
import { burnWords } from '../../plan/burns/words.data.ts'
import { type Asset, type Gap, levelOfExposure, oldFrom } from '../asset.ts'
import { INPUTS } from '../completeness.ts'
import { CoverageBar } from '../coverage-bar.tsx'
import { propulsionText } from '../propulsion-text.ts'
import styles from './assets.module.css'
import type { assetsWords } from './words.data.ts'

type Say = typeof assetsWords
type Col = Column<Asset>

type Ahead = { readonly burns: readonly Plan[]; readonly passes: readonly PassAhead[] }

/** Returns the columns of satellites, in the language chosen now. */
export function assetColumns(say: Say, nowMs: number, { burns, passes }: Ahead): readonly Col[] {
  return [...identity(say), ...events(say), nextBurn(burns), nextPass(passes), ...data(say, nowMs), ...settings(say)]
}

/** Returns the column of the next burn of each satellite; the future burns are in the order of time. */
function nextBurn(burns: readonly Plan[]): Col {
  const t = burnWords
  const of = ({ id }: Asset) => burns.find(({ satelliteId }) => satelliteId === id)
  return {
    id: 'burn',
    title: t('next'),
    value: (asset) => {
      const plan = of(asset)
      return plan && Date.parse(plan.ignitionEpoch)
    },
    plain: (asset) => of(asset)?.ignitionEpoch,
    cell: (asset) => {
      const plan = of(asset)
      return plan ? (
        <span className="plain-figures">
          <Until at={Date.parse(plan.ignitionEpoch)} />
        </span>
      ) : (
        <Missing reason={t('noNext')} />
      )
    },
    align: 'end',
    widthPx: 124,
    priority: 5,
  }
}

/** Returns the column of the next ordered pass of each satellite. */
function nextPass(passes: readonly PassAhead[]): Col {
  const t = aheadWords
  const of = ({ id }: Asset) => passes.find(({ satelliteId }) => satelliteId === id)
  return {
    id: 'pass',
    title: t('next'),
    value: (asset) => of(asset)?.atMs,
    plain: (asset) => {
      const pass = of(asset)
      return pass && new Date(pass.atMs).toISOString()
    },
    cell: (asset) => {
      const pass = of(asset)
      return pass ? (
        <span className="plain-figures">
          <Until at={pass.atMs} />
        </span>
      ) : (
        <Missing reason={t('none')} />
      )
    },
    align: 'end',
    widthPx: 124,
    priority: 6,
  }
}

function identity(say: Say): readonly Col[] {
  return [
    {
      id: 'name',
      title: say('name'),
      value: ({ satellite }) => satellite.name,
      cell: ({ satellite: { name, satelliteId } }) => (
        // The keys of the table open the satellite, so the link is not a tab stop.
        <Link
          to={paths.satellite}
          params={{ satellite_id: satelliteId }}
          tabIndex={-1}
          className={`medium plain-link same-ink ${styles.strong}`}
        >
          <LongName text={name} />
        </Link>
      ),
      widthPx: 130,
      priority: 1,
      narrow: 'identity',
    },
    {
      id: 'number',
      title: say('number'),
      value: ({ satellite }) => satellite.noradId,
      cell: ({ satellite }) => <span className="mono muted">{satellite.noradId}</span>,
      align: 'end',
      widthPx: 78,
      priority: 7,
    },
    {
      id: 'group',
      title: say('group'),
      value: ({ satellite }) => satellite.group,
      cell: ({ satellite }) => (
        <span className="soft">
          <LongName text={satellite.group ?? MISSING} />
        </span>
      ),
      widthPx: 90,
      priority: 9,
    },
    {
      id: 'regime',
      title: say('regime'),
      value: ({ satellite }) => satellite.derived.regime ?? undefined,
      cell: ({ satellite }) => <span className="soft">{satellite.derived.regime ?? MISSING}</span>,
      widthPx: 64,
      priority: 10,
    },
  ]
}

/** Returns the reason why no event is listed: the satellite is not screened, or a screening has found no event. */
function whyNone({ derived: { screening } }: Satellite, say: Say): string {
  if (screening?.state !== 'CLEAR' || screening.to === null) return say('notScreened')
  const among = amongInWords(screening.catalogue, screenedAtMs(screening))
  return say('clearUntil', { time: formatInstant(Date.parse(screening.to)), among })
}

const screenedAtMs = ({ screenedAt }: Pick<ScreeningState, 'screenedAt'>) => Date.parse(screenedAt ?? '')

/** Returns the meaning of a screening: "clear" is not a good state if the objects lack debris. */
function screenedMeaning({ derived: { screening } }: Satellite): StatusMeaning {
  if (screening === undefined) return meaningOf('screening', 'NOT_SCREENED')
  return meaningAmong(screening.state, screening.catalogue, screenedAtMs(screening))
}

function events(say: Say): readonly Col[] {
  return [
    {
      id: 'worst',
      title: say('worst'),
      value: ({ worstWeight }) => worstWeight,
      plain: ({ worst }) => worst?.risk,
      cell: ({ worst, satellite }) =>
        worst ? <StatusWord {...levelMeaning(worst)} /> : <StatusWord {...screenedMeaning(satellite)} />,
      widthPx: 126,
      priority: 2,
      narrow: 'time',
    },
    {
      id: 'next',
      title: say('nextTca'),
      value: ({ nextTcaMs }) => nextTcaMs,
      plain: ({ nextTcaMs }) => (nextTcaMs === undefined ? undefined : formatInstantMs(nextTcaMs)),
      cell: ({ nextTcaMs, satellite }) =>
        nextTcaMs === undefined ? (
          <Missing reason={whyNone(satellite, say)} />
        ) : (
          <span className="plain-figures">
            <Until at={nextTcaMs} />
          </span>
        ),
      align: 'end',
      widthPx: 124,
      priority: 2,
      narrow: 'main',
    },
    {
      id: 'events',
      title: say('events'),
      value: ({ tcas }) => tcas.length,
      cell: ({ counts }) => <Counts counts={counts} />,
      widthPx: 190,
      priority: 4,
    },
  ]
}

function Counts({ counts }: Pick<Asset, 'counts'>) {
  return (
    <span className="inline-flex gap-10">
      {counts
        .filter(({ count }) => count > 0)
        .map(({ risk, count, mitigated }) => {
          const { level, word } = meaningOf('risk', risk)
          return (
            <span className="inline-row gap-4" key={risk}>
              <StatusSymbol level={level} label={word} />
              {count}
              {mitigatedText(mitigated)}
            </span>
          )
        })}
    </span>
  )
}

function data(say: Say, nowMs: number): readonly Col[] {
  return [
    {
      id: 'exposure',
      title: say('exposure'),
      value: ({ exposure }) => exposure,
      plain: ({ gaps }) => gaps.map((gap) => gapText(gap, say)).join('; '),
      cell: (asset) => <Exposure asset={asset} say={say} />,
      widthPx: 210,
      isYielding: true,
      priority: 3,
      narrow: 'status',
    },
    {
      id: 'coverage',
      title: say('coverage'),
      value: ({ coveredUntilMs }) => coveredUntilMs,
      plain: ({ coveredUntilMs }) => (coveredUntilMs === undefined ? undefined : formatInstantMs(coveredUntilMs)),
      cell: ({ coveredUntilMs, spans, tcas }) => {
        const left = coveredUntilMs === undefined ? undefined : formatAge(coveredUntilMs - nowMs)
        const outside = tcas.filter(({ isCovered }) => !isCovered).length
        const reach = left === undefined ? say('noCoverage') : say('covered', { time: left })
        const label = outside > 0 ? `${reach}, ${say('outside', { count: outside })}` : reach
        return (
          <span className={`inline-row max-w-full gap-8 ${styles.row}`} title={label}>
            <CoverageBar spans={spans} tcas={tcas} nowMs={nowMs} label={label} />
            {left === undefined ? <Missing reason={say('noCoverage')} /> : <span className="soft">{left}</span>}
          </span>
        )
      },
      widthPx: 168,
      priority: 5,
    },
    {
      id: 'elements',
      title: say('elements'),
      value: ({ elementAgeMs }) => elementAgeMs,
      plain: ({ satellite }) => satellite.derived.elementSetEpoch ?? undefined,
      cell: ({ elementAgeMs, satellite }) =>
        elementAgeMs === undefined ? (
          <Missing reason={say('noElements')} />
        ) : (
          <DataAge text={formatAge(elementAgeMs)} ageMs={elementAgeMs} cautionMs={oldFrom(satellite.derived.regime)} />
        ),
      align: 'end',
      widthPx: 84,
      priority: 6,
    },
  ]
}

export const gapText = (gap: Gap, say: Say) => say(`gap${gap}`)

function Exposure({ asset, say }: { readonly asset: Asset; readonly say: Say }) {
  const level = levelOfExposure(asset)
  const text = asset.gaps.map((gap) => gapText(gap, say)).join(', ')
  return (
    <span className={`inline-row max-w-full gap-8 ${styles.row}`} title={text}>
      <StatusSymbol level={level} label={LEVEL_WORDS[level]} />
      <span className={asset.gaps.length === 0 ? 'muted' : 'fs-13'} data-words>
        {text || say('nothingMissing')}
      </span>
    </span>
  )
}

function settings(say: Say): readonly Col[] {
  return [
    {
      id: 'configuration',
      title: say('configuration'),
      value: ({ completeness }) => completeness.set.length,
      plain: ({ completeness }) => `${completeness.set.length}/${INPUTS.length}`,
      cell: ({ completeness: { set, missing } }) => (
        <span className={missing.length > 0 ? undefined : 'muted'}>
          {say('completeOf', { set: set.length, all: INPUTS.length })}
        </span>
      ),
      align: 'end',
      widthPx: 100,
      priority: 8,
    },
    {
      id: 'propulsion',
      title: say('propulsion'),
      value: ({ satellite }) => satellite.configuration.propulsion.type,
      cell: ({ satellite }) => <span className="soft">{propulsionText(satellite.configuration.propulsion)}</span>,
      widthPx: 170,
      priority: 11,
    },
    {
      id: 'threshold',
      title: say('threshold'),
      value: ({ satellite }) => satellite.configuration.thresholds.acceptedCollisionProbability,
      plain: ({ satellite }) => formatProbabilityPlain(satellite.configuration.thresholds.acceptedCollisionProbability),
      cell: ({ satellite }) => (
        <span className="soft">
          <Probability
            value={satellite.configuration.thresholds.acceptedCollisionProbability}
            approximate
            reason={say('nothingMissing')}
          />
        </span>
      ),
      align: 'end',
      widthPx: 112,
      priority: 8,
    },
  ]
}
