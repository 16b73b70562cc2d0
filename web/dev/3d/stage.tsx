import { HOUR_MS } from '@apsis/astro/constants.ts'
import { useState } from 'react'
import { now } from '../../clock/clock.ts'
import { useShownTime } from '../../clock/shown-time.ts'
import { afterKey, HOME } from '../../space/globe/globe-camera.ts'
import { useGlobeDrag } from '../../space/globe/use-globe-drag.ts'
import { boundOf } from '../../space/state-clock.ts'
import { TimeConductor } from '../../space/time/conductor.tsx'
import type { GlobeShow } from '../../space/use-globe-canvas.ts'
import { Button } from '../../ui/button/button.tsx'
import { Segments } from '../../ui/button/segments.tsx'
import { formatNumber } from '../../ui/format/number.ts'
import { Pane } from '../../ui/page/pane.tsx'
import { Empty } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { devWords } from '../text/words.data.ts'
import styles from './3d.module.css'
import { type DrawnErrors, type FrameTimes, type StageProps, useStage } from './use-stage.ts'

/** The numbers of points: those of the catalogue, and two that the budget of the page of space names. */
export const POINTS = ['catalogue', '30000', '130000'] as const
export type Points = (typeof POINTS)[number]

type Props = StageProps & {
  readonly points: Points
  readonly onPoints: (points: Points) => void
}

const NEAR_KM = 2_000
const MOVES = [
  ['goLeft', 'ArrowLeft', '←'],
  ['goRight', 'ArrowRight', '→'],
  ['goUp', 'ArrowUp', '↑'],
  ['goDown', 'ArrowDown', '↓'],
  ['goNear', '+', '+'],
  ['goFar', '-', '−'],
] as const
const digits = (value: number, decimals: number) => formatNumber(value, { decimals })

/** Shows the scene of the page of space with its instruments: frame times, calls, and the error against the kernel. */
export function Stage(props: Props) {
  const { objects, camera, points, onPoints, onCamera } = props
  const say = useWords(devWords)
  const [state, setState] = useState<GlobeShow>('drawn')
  const [frames, setFrames] = useState<FrameTimes>()
  const [errors, setErrors] = useState<DrawnErrors>()
  const stage = useStage(props, setState)
  const time = useShownTime()
  const drag = useGlobeDrag({ look: onCamera, dragDegrees: stage.dragDegrees }, camera, () => {})
  const notYet = props.thread.kind === 'ready' ? undefined : say('statesRun')
  const move = (key: string, isFine = false) => {
    const next = afterKey(camera, key, isFine)
    if (next) onCamera(next)
    return next !== undefined
  }
  return (
    <Pane title={say('picture')} note={say('pictureNote')} provenance={say('precision')}>
      <div className="flex wrap gap-6 pad-6">
        <Segments
          label={say('points')}
          value={points}
          options={POINTS.map((value) => ({ value, label: say(`points-${value}`) }))}
          onChange={onPoints}
        />
        <Button onClick={() => onCamera(HOME)}>{say('wholeEarth')}</Button>
        <Button onClick={() => onCamera({ ...HOME, lat: 90 })}>{say('overPole')}</Button>
        {objects.map(({ name }) => (
          <Button key={name} onClick={() => onCamera({ at: name, frame: 'in', lat: 30, lon: 40, distanceKm: NEAR_KM })}>
            {name}
          </Button>
        ))}
        {MOVES.map(([word, key, sign]) => (
          <Button key={word} aria-label={say(word)} onClick={() => move(key)}>
            {sign}
          </Button>
        ))}
      </div>
      {state === 'drawn' ? (
        <div
          className={`relative focus-inside clip ${styles.stage}`}
          role="application"
          aria-label={say('pictureKeys')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys go around the picture.
          tabIndex={0}
          onKeyDown={(event) => {
            if (event.ctrlKey || event.metaKey || event.altKey) return
            if (move(event.key, event.shiftKey)) event.preventDefault()
          }}
          {...drag}
        >
          <canvas ref={stage.attach} className="block w-full h-full" />
        </div>
      ) : (
        <Empty level="serious" title={say(state === 'lost' ? 'contextLost' : 'noWebGl')}>
          {say('noWebGlText')}
        </Empty>
      )}
      <TimeConductor lanes={[]} span={{ fromMs: now() - HOUR_MS, toMs: now() + 24 * HOUR_MS }} isRow />
      <div className="flex wrap gap-6 pad-6 line-top">
        <Button disabledReason={notYet} onClick={() => setFrames(stage.measureFrames())}>
          {say('measureFrames')}
        </Button>
        <Button disabledReason={notYet} onClick={() => setErrors(stage.compare())}>
          {say('compareKernel')}
        </Button>
        <p role="status" data-measured className="muted fs-12 self-center">
          {frames
            ? say('framesMeasured', {
                frames: frames.frames,
                points: digits(frames.points, 0),
                calls: frames.calls,
                median: digits(frames.medianMs, 1),
                slow: digits(frames.slowMs, 1),
              })
            : null}{' '}
          {errors
            ? say('errorsMeasured', {
                compared: digits(errors.compared, 0),
                most95: digits(errors.most95M, 2),
                most: digits(errors.mostM, 2),
                bound: digits(boundOf(time), 0),
              })
            : null}
        </p>
      </div>
    </Pane>
  )
}
