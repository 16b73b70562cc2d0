import type { Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import type { Burn } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import { formatInstant, formatInstantMs } from '../../clock/format.ts'
import { causeInWords } from '../../notifications/notice-in-words.ts'
import { useNaming } from '../../shell/status/people.ts'
import { formatBriefly, formatNumber } from '../../ui/format/number.ts'
import { formatProbabilityLine } from '../../ui/format/probability.ts'
import { formatMiss } from '../../ui/format/quantity.ts'
import { Scroll } from '../../ui/page/scroll.tsx'
import { PHONE, useMedia } from '../../ui/page/size.ts'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { useWords } from '../../ui/text/language.ts'
import { WholeWords } from '../../ui/text/whole-words.tsx'
import { KeyValues } from '../../ui/value/key-values.tsx'
import { Probability } from '../../ui/value/quantity.tsx'
import { commandText } from '../contact/command-text.ts'
import { NumberTable } from './number-table.tsx'
import { PcAfter } from './pc-after.tsx'
import styles from './plan.module.css'
import { planWords } from './words.data.ts'

/** The fields of a plan that are shown, for a stored plan or a preview. */
export type PlanFactsOf = Burn & Pick<Plan, 'commitAt' | 'command'> & { readonly request?: Plan['request'] }
type Props = { readonly plan: PlanFactsOf }

const MS_PER_S = 1_000
const G_PER_KG = 1_000
const S_PER_H = 3_600
/** A smaller change is not called higher or lower. */
const NO_CHANGE_M = 0.005

const vectorText = (vector: readonly number[]) =>
  `${vector.map((part) => formatNumber(part, { decimals: 5, signed: true })).join(', ')} m/s`

/** Returns the text on the direction in which the burn moves the orbit: a wrong sign is noticed first here. */
export function senseText({ smaChange }: Pick<Burn, 'smaChange'>): string {
  const metres = formatBriefly(Math.abs(smaChange), 3)
  if (Math.abs(smaChange) < NO_CHANGE_M) return planWords('keepsHeight')
  return planWords(smaChange > 0 ? 'raises' : 'lowers', { metres })
}

/** Returns the target of a plan. */
export function targetText({ target: { kind, value } }: Pick<Burn, 'target'>): string {
  return kind === 'PROBABILITY'
    ? planWords('targetPc', { value: formatProbabilityLine(value) })
    : planWords('targetMiss', { value: formatNumber(value) })
}

/** Returns the convention for covariances, with the text of the API in the language of the reader. */
function conventionText({ convention, drag }: Burn): string {
  const carried = planWords(convention.includes('position alone, constant') ? 'convention-position' : 'convention-full')
  const objects = /velocity covariance of (object [12](?: and object 2)?) is not credible/.exec(convention)?.[1]
  const number = objects?.replace(/[^12]/g, '')
  const text =
    number === undefined
      ? carried
      : `${carried}. ${planWords(number === '12' ? 'velocity-both' : 'velocity-one', { number })}`
  return drag === null ? text : planWords('convention-drag', { text })
}

const M_PER_KM = 1_000
/** The states have the digits of a file of the plan: down to a millimetre, and a millimetre a second. */
const STATE_DECIMALS = 6

/** Returns the states at both ends of the burn, in the requested frame. */
function stateRows({ referenceFrame, ...plan }: Burn): (readonly [string, string])[] {
  const text = (vector: readonly number[], unit: string) =>
    `${vector.map((part) => formatNumber(part / M_PER_KM, { decimals: STATE_DECIMALS, signed: true })).join('  ')} ${unit}`
  const frame = planWords(`states-${referenceFrame}`)
  return [
    [planWords('positionBefore', { frame }), text(plan.positionBefore, 'km')],
    [planWords('velocityBefore', { frame }), text(plan.velocityBefore, 'km/s')],
    [planWords('positionAfter', { frame }), text(plan.positionAfter, 'km')],
    [planWords('velocityAfter', { frame }), text(plan.velocityAfter, 'km/s')],
  ]
}

/** Shows the burn with every number that a reviewer needs. */
export function PlanFacts({ plan }: Props) {
  return plan.drag === null ? <BurnFacts plan={plan} /> : <DragFacts plan={plan} drag={plan.drag} />
}

/** Shows a change of area, its model of the air, and the objections to it. */
function DragFacts({ plan, drag }: Props & { readonly drag: NonNullable<Burn['drag']> }) {
  const t = useWords(planWords)
  const hours = (seconds: number) => `${formatNumber(seconds / S_PER_H, { decimals: 2 })} h`
  const area = (value: number) => `${formatNumber(value, { significant: 3 })} m²`
  const pc = (value: number | null) => formatProbabilityLine(value ?? undefined)
  const { weather, highestOnTheWay } = drag
  const share = formatNumber(100 * drag.densitySigma, { decimals: 0 })
  return (
    <KeyValues
      rows={[
        [t('kind'), t(drag.attitude)],
        [t('dragStart'), formatInstantMs(Date.parse(plan.ignitionEpoch))],
        [t('before'), t('orbits', { count: formatNumber(plan.orbitsBeforeTca, { decimals: 2 }) })],
        [t('commit'), formatInstant(Date.parse(plan.commitAt))],
        [t('lastContact'), commandText(plan.command)],
        [t('held'), hours(drag.holdS)],
        [t('area'), t('areaText', { held: area(drag.heldAreaM2), usual: area(drag.usualAreaM2) })],
        [t('density'), t(`density-${drag.densityFrom}`)],
        [t('densitySigma'), t(`sigma-${drag.densitySigmaFrom}`, { share })],
        [
          t('weather'),
          weather === null
            ? t('noWeather')
            : t('weatherText', {
                version: weather.version,
                time: weather.receivedAt === null ? '–' : formatInstant(Date.parse(weather.receivedAt)),
              }),
        ],
        [t('asForecast'), pc(drag.nominalProbability)],
        [t('worstDensity'), pc(drag.worstProbability)],
        [t('offDensity'), `${pc(plan.hotProbability)}; ${pc(plan.coldProbability)}`],
        ...(highestOnTheWay === null ? [] : [[t('onTheWay'), pc(highestOnTheWay)] as const]),
        [
          t('displacement'),
          `${drag.displacementRtnM.map((part) => formatNumber(part, { decimals: 0, signed: true })).join(', ')} m`,
        ],
        [t('sma'), `${formatNumber(plan.smaChange, { decimals: 1, signed: true })} m`],
        [t('target'), targetText(plan)],
        [t('dynamics'), t(`dynamics-${plan.dynamics}`)],
        [t('convention'), conventionText(plan)],
        ...stateRows(plan),
      ]}
    />
  )
}

/** Returns the rows for a planned burn that is moved: the burn, the shift, and the extra cost. */
function plannedRows({ plannedBurn }: Burn): (readonly [string, string])[] {
  if (plannedBurn === undefined) return []
  const t = planWords
  const { ignition, announcedBy: by, movedByS, revolutions, extraDeltaVMps } = plannedBurn
  const hours = `${formatNumber(movedByS / S_PER_H, { decimals: 1 })} h`
  return [
    [t('plannedFor'), t('plannedBy', { at: formatInstant(Date.parse(ignition)), by })],
    [t('movedForward'), revolutions === null ? hours : t('movedWhole', { hours, count: revolutions })],
    [t('extraDeltaV'), `${formatNumber(extraDeltaVMps, { decimals: 4 })} m/s`],
  ]
}

/** Returns the requested line, in the axes of the request; empty if every direction is allowed. */
function askedRows({ request }: PlanFactsOf): (readonly [string, string])[] {
  const line = request?.direction
  if (line === undefined) return []
  const part = (value: number) => formatBriefly(value, 4)
  const text =
    line.deltaVDirection === 'XYZ'
      ? line.vector.map(part).join(', ')
      : planWords('askedAngles', { azimuth: part(line.azimuthDeg), elevation: part(line.elevationDeg) })
  return [[planWords('asked'), planWords('askedIn', { text, frame: line.deltaVReferenceFrame })]]
}

function BurnFacts({ plan }: Props) {
  const t = useWords(planWords)
  const seconds = (value: number | null) => (value === null ? t('noMass') : `${formatNumber(value, { decimals: 1 })} s`)
  const grams = (value: number | null) =>
    value === null ? t('noMass') : `${formatNumber(value * G_PER_KG, { decimals: 2 })} g`
  const isLocal = plan.deltaVReferenceFrame === 'RTN'
  return (
    <KeyValues
      rows={[
        [t('kind'), plan.manoeuvreType === 'CONTINUOUS' ? t('CONTINUOUS') : t('IMPULSIVE')],
        [t('ignition'), formatInstantMs(Date.parse(plan.ignitionEpoch))],
        ...plannedRows(plan),
        [t('before'), t('orbits', { count: formatNumber(plan.orbitsBeforeTca, { decimals: 2 }) })],
        [t('commit'), formatInstant(Date.parse(plan.commitAt))],
        [t('lastContact'), commandText(plan.command)],
        ...askedRows(plan),
        [t('direction'), vectorText(plan.deltaVRtn)],
        ...(isLocal
          ? []
          : [[t('vectorIn', { frame: plan.deltaVReferenceFrame }), vectorText(plan.deltaVVector)] as const]),
        [t('duration'), plan.manoeuvreDuration === 0 ? t('impulse') : seconds(plan.manoeuvreDuration)],
        [t('thrusting'), seconds(plan.totalThrustingTime)],
        [t('propellant'), grams(plan.totalDeltaMass)],
        [
          t('mass'),
          plan.spacecraftInitialMass === null
            ? t('noMass')
            : `${formatNumber(plan.spacecraftInitialMass, { decimals: 1 })} kg`,
        ],
        [t('sma'), `${formatNumber(plan.smaChange, { decimals: 1, signed: true })} m`],
        [t('target'), targetText(plan)],
        [
          t('off'),
          `${formatProbabilityLine(plan.hotProbability ?? undefined)}; ${formatProbabilityLine(plan.coldProbability ?? undefined)}`,
        ],
        [t('dynamics'), t(`dynamics-${plan.dynamics}`)],
        [t('convention'), conventionText(plan)],
        ...stateRows(plan),
      ]}
    />
  )
}

/** Shows the encounter without and with the burn side by side, and the effect of a wrong covariance. */
export function Outcome({ plan }: { readonly plan: Burn }) {
  const { before, after, sensitivity } = plan
  const t = useWords(planWords)
  // Five probabilities side by side are wider than a phone.
  const isPhone = useMedia(PHONE)
  const pc = (value: number | null) => <Probability value={value ?? undefined} reason={t('noProbability')} />
  const brief = (value: number | null) => (
    <Probability value={value ?? undefined} approximate reason={t('noProbability')} />
  )
  const instant = (at: string) => <WholeWords text={formatInstant(Date.parse(at))} />
  const rows = [
    [t('pc'), pc(before.probability), <PcAfter key="after" plan={plan} reason={t('noProbability')} />],
    [t('maximum'), pc(before.maximumProbability), pc(after.maximumProbability)],
    [t('miss'), `${formatMiss(before.missM)} m`, `${formatMiss(after.missM)} m`],
    [t('sigmas'), sigmaText(before.mahalanobis), sigmaText(after.mahalanobis)],
    [t('tca'), instant(before.tca), instant(after.tca)],
  ] as const
  return (
    <>
      <NumberTable
        head={[
          { id: 'without', content: t('without') },
          { id: 'with', content: t('withBurn') },
        ]}
        rows={rows.map(([name, ...cells]) => ({ name, cells }))}
        isDense={isPhone}
      />
      {isPhone ? (
        <NumberTable
          corner={t('factor')}
          head={[{ id: 'pc', content: t('pc') }]}
          rows={sensitivity.map(({ covarianceFactor, probability }) => ({
            name: formatNumber(covarianceFactor),
            cells: [brief(probability)],
          }))}
        />
      ) : (
        <NumberTable
          corner={t('factor')}
          head={sensitivity.map(({ covarianceFactor }) => ({
            id: String(covarianceFactor),
            content: formatNumber(covarianceFactor),
          }))}
          rows={[{ name: t('pc'), cells: sensitivity.map(({ probability }) => brief(probability)) }]}
        />
      )}
    </>
  )
}

const sigmaText = (value: number | null) => (value === null ? '–' : formatNumber(value, { decimals: 1 }))

/** Returns `We move: agreed with Borealis at 2026-11-20 07:00:00 Z by telephone.`; empty if there is no agreement. */
export function agreementText(agreement: Plan['steps'][number]['agreement']): string {
  if (agreement === undefined) return ''
  const { mover, at, channel } = agreement
  const who = planWords(mover === 'US' ? 'us' : 'them')
  return planWords('agreedStep', { who, name: agreement.with, time: formatInstant(Date.parse(at)), channel })
}

/** Lists the steps of the plan, with person and reason; they are never changed. On a phone person and reason are below the step. */
export function PlanSteps({ plan }: { readonly plan: Plan }) {
  const t = useWords(planWords)
  const { signed } = useNaming()
  const isPhone = useMedia(PHONE)
  const rows = plan.steps.map(({ at, by, action, state, why, cause, agreement }) => ({
    id: `${Date.parse(at) / MS_PER_S} ${action} ${state} ${why}`,
    at: formatInstant(Date.parse(at)),
    by: signed(by),
    step: action === 'MOVE' ? `${t(`action-${action}`)}: ${t(state)}` : t(`action-${action}`),
    why: [causeInWords(cause, why), agreementText(agreement)].filter(Boolean).join(' '),
  }))
  return (
    <Scroll>
      <PlainTable
        rows={rows}
        columns={[
          {
            id: 'when',
            title: t('when'),
            isUnbroken: true,
            cell: ({ at, by }) => (
              <>
                {at}
                {isPhone ? <small>{by}</small> : null}
              </>
            ),
          },
          { id: 'who', title: t('who'), priority: 2, cell: ({ by }) => by },
          {
            id: 'step',
            title: t('step'),
            isUnbroken: !isPhone,
            cell: ({ step, why }) => (
              <>
                {step}
                {isPhone && why !== '' ? <small>{why}</small> : null}
              </>
            ),
          },
          {
            id: 'why',
            title: t('why'),
            priority: 2,
            classOf: ({ why }) => (why === '' ? undefined : styles.broad),
            cell: ({ why }) => why,
          },
        ]}
        idOf={({ id }) => id}
        isSmall
      />
    </Scroll>
  )
}
