import { scaleLinear } from 'd3-scale'
import { BottomAxis, LeftAxis, lengthLabel } from '../../chart/axes.tsx'
import chart from '../../chart/plot.module.css'
import { type Plot, PlotFrame } from '../../chart/plot-frame.tsx'
import { tickStep } from '../../chart/tick-step.ts'
import { formatInstantMs } from '../../clock/format.ts'
import { formatQuantity } from '../../ui/format/quantity.ts'
import type { Size } from '../../ui/page/size.ts'
import { useWords } from '../../ui/text/language.ts'
import type { TimedMagnitude } from './facts.ts'
import { withoutGaps } from './patterns.ts'
import { LEFT_PX, timeScale, timeTicks } from './time-scale.ts'
import { observationWords } from './words.data.ts'

type Props = { readonly magnitudes: readonly TimedMagnitude[]; readonly provenance: string }

const mag = (value: number): string => formatQuantity('magnitude', value).number

/** The magnitudes over the time of the track, the brighter the higher. */
export function BrightnessPlot({ magnitudes, provenance }: Props) {
  const t = useWords(observationWords)
  const values = magnitudes.map(({ magnitude }) => magnitude)
  return (
    <PlotFrame
      title={t('brightness')}
      note={t('brightnessNote')}
      caption={t('brightnessCaption', {
        count: values.length,
        brightest: mag(Math.min(...values)),
        faintest: mag(Math.max(...values)),
        mean: mag(values.reduce((sum, value) => sum + value, 0) / values.length),
      })}
      provenance={provenance}
      fileName="light-curve"
      heightPx={220}
      table={{
        columns: ['time, UTC', 'magnitude'],
        rows: magnitudes.map(({ atMs, magnitude }) => [formatInstantMs(atMs), magnitude]),
      }}
      plot={(size) => draw(magnitudes, size)}
    />
  )
}

function draw(magnitudes: readonly TimedMagnitude[], { width, height }: Size): Plot {
  const area = { left: LEFT_PX, right: width - 16, top: 10, bottom: height - 26 }
  const values = magnitudes.map(({ magnitude }) => magnitude)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const margin = Math.max(0.1, (high - low) / 10)
  // A small magnitude is bright, and bright is up.
  const y = scaleLinear([low - margin, high + margin], [area.top, area.bottom])
  const x = timeScale(magnitudes, width)
  const steps = y.ticks(5)
  const step = Math.abs(tickStep(steps))
  const drawing = (
    <>
      <BottomAxis area={area} ticks={timeTicks(x, width)} />
      <LeftAxis
        area={area}
        title={observationWords('magnitude')}
        ticks={steps.map((value) => ({ at: y(value), label: lengthLabel(value, step) }))}
      />
      {withoutGaps(magnitudes).map((part) => (
        <polyline
          key={part[0]?.atMs}
          points={part.map(({ atMs, magnitude }) => `${x(atMs)},${y(magnitude)}`).join(' ')}
          className={`${chart.line} ${chart.one} ${chart.faint}`}
        />
      ))}
      {magnitudes.map(({ atMs, magnitude }) => (
        <circle key={atMs} cx={x(atMs)} cy={y(magnitude)} r="2.2" className={chart.dotOne} />
      ))}
    </>
  )
  const points = magnitudes.map(({ atMs, magnitude }) => ({
    x: x(atMs),
    y: y(magnitude),
    text: observationWords('magnitudePoint', { time: formatInstantMs(atMs), value: mag(magnitude) }),
  }))
  return { drawing, points }
}
