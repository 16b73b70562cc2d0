import type { Cdm } from '@apsis/contract/ca/message/cdm.ts'
import { useMemo } from 'react'
import { formatNumber } from '../../../ui/format/number.ts'
import { formatProbabilityLine } from '../../../ui/format/probability.ts'
import { useWords } from '../../../ui/text/language.ts'
import type { NumberedMessage } from '../../event/messages.ts'
import { plotWords } from '../words.data.ts'
import { CurvePlot, pointText } from './curve-plot.tsx'
import {
  type DilutedObject,
  type PlaneCase,
  peakOf,
  radiusCurve,
  scaleCurve,
  scaledProbability,
} from './sensitivity.ts'

type Props = {
  readonly message: NumberedMessage
  readonly plane: PlaneCase
  readonly threshold: number | undefined
  /** The value that is tried instead of the message's value: a factor, or a radius in m. */
  readonly tried?: number | undefined
  readonly actions?: React.ReactNode
  readonly className?: string | undefined
}

type ScaleProps = Props & {
  /** The covariance that is scaled. */
  readonly of?: DilutedObject
}

const AXES = { both: 'scaleAxis', first: 'scaleAxisFirst', second: 'scaleAxisSecond' } as const

/** Draws Pc over a factor on the combined covariance, with its maximum: diluted to its left, robust to its right (ux.md P8). */
export function ScalePlot({ message, plane, threshold, tried, actions, className, of = 'both' }: ScaleProps) {
  const say = useWords(plotWords)
  const curve = useMemo(() => scaleCurve(plane, of), [plane, of])
  const { maximumCovarianceFactor: at, maximumProbability } = message.cdm.assessment
  const peak =
    of !== 'both' || at === null || maximumProbability === null
      ? peakOf(curve)
      : { factor: at, probability: maximumProbability }
  const factor = peak ? formatNumber(peak.factor, { significant: 2 }) : '–'
  const most = formatProbabilityLine(peak?.probability)
  // If the covariance is larger than at the maximum, a smaller covariance would raise the value.
  const region = say(peak && peak.factor < 1 ? 'diluted' : 'robust')
  const pc = formatProbabilityLine(scaledProbability(plane, 1, 1))
  return (
    <CurvePlot
      title={say('scale')}
      note={say('scaleNote')}
      caption={say('scaleCaption', { pc, most, factor, region })}
      provenance={provenanceOf(message.cdm)}
      fileName={of === 'both' ? 'pc-over-scale' : `pc-over-scale-${of}`}
      axis={say(AXES[of])}
      column="covariance_factor"
      curve={curve}
      threshold={threshold}
      marks={[
        ...(peak && inside(curve, peak.factor) ? [{ at: peak.factor, label: say('most', { pc: most, factor }) }] : []),
        { at: 1, label: say('here', { number: message.number }), isSelected: true },
        ...(tried === undefined || tried === 1 ? [] : [{ at: tried, label: `×${formatNumber(tried)}` }]),
      ]}
      regions={peak ? { at: peak.factor, left: say('robust'), right: say('diluted') } : undefined}
      textOf={(point) => pointText('scalePoint', point)}
      actions={actions}
      className={className}
    />
  )
}

/** Draws Pc over the combined hard-body radius (ux.md P8). */
export function RadiusPlot({ message, plane, threshold, tried, className }: Props) {
  const say = useWords(plotWords)
  const { radiusM } = plane
  const curve = useMemo(
    () => radiusCurve(plane).map(({ factor, probability }) => ({ factor: factor * plane.radiusM, probability })),
    [plane],
  )
  const at = (factor: number) => formatProbabilityLine(scaledProbability({ ...plane, radiusM: radiusM * factor }, 1, 1))
  const radius = formatNumber(radiusM, { decimals: 1 })
  return (
    <CurvePlot
      title={say('radius')}
      note={say('radiusNote')}
      caption={say('radiusCaption', { radius, pc: at(1), half: at(0.5), twice: at(2) })}
      provenance={provenanceOf(message.cdm)}
      fileName="pc-over-radius"
      axis={say('radiusAxis')}
      column="radius_m"
      curve={curve}
      threshold={threshold}
      marks={[
        { at: radiusM, label: `${radius} m`, isSelected: true },
        ...(tried === undefined || tried === radiusM ? [] : [{ at: tried, label: `${formatNumber(tried)} m` }]),
      ]}
      textOf={(point) => pointText('radiusPoint', point)}
      className={className}
    />
  )
}

function inside(curve: readonly { readonly factor: number }[], factor: number): boolean {
  return factor >= (curve[0]?.factor ?? 0) && factor <= (curve.at(-1)?.factor ?? 0)
}

function provenanceOf({ messageId, originator, assessment }: Cdm): string {
  return `${originator}, ${messageId}, Apsis ${assessment.version}`
}
