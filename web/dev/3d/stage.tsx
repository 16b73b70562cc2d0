import { useEffect, useMemo, useState } from 'react'
import { type Camera, HOME, turned } from '../../chart/three/camera.ts'
import { formatCamera } from '../../chart/three/camera-text.ts'
import { MoveButtons, Surface } from '../../chart/three/surface.tsx'
import { now } from '../../clock/clock.ts'
import { Button } from '../../ui/button/button.tsx'
import { formatNumber } from '../../ui/format/number.ts'
import { Pane } from '../../ui/page/pane.tsx'
import { Empty } from '../../ui/page/pane-states.tsx'
import { useMedia } from '../../ui/page/size.ts'
import { useStore } from '../../ui/store/store.ts'
import { useWords } from '../../ui/text/language.ts'
import { devWords } from '../text/words.data.ts'
import type { Scene } from './scene.ts'
import { sunDirection } from './sun.ts'
import { createOrbitView, type View } from './view.ts'

type Change = { readonly camera?: string | undefined; readonly scene?: string | undefined }
type Props = {
  readonly scene: Scene
  readonly camera: Camera
  readonly isTorture: boolean
  readonly onChange: (change: Change) => void
}

const SPIN_DEG = 0.4
const NEAR_M = 2_000_000
const TORTURE = { target: 'A', azimuthDeg: 225, elevationDeg: 20, distanceM: 5 }

/** Shows the picture; keys, buttons and dragging move the camera. It rotates by itself only on request. */
export function Stage({ scene, camera, isTorture, onChange }: Props) {
  const say = useWords(devWords)
  const [view] = useState(createOrbitView)
  const { kind, frame } = useStore(view.state)
  const [sun] = useState(() => sunDirection(now()))
  const picture = useMemo(() => ({ scene, camera, sun }), [scene, camera, sun])
  useEffect(() => view.show(picture), [view, picture])
  const [stopSpin, setStopSpin] = useState<() => void>()
  const stop = () => {
    stopSpin?.()
    setStopSpin(undefined)
  }
  const change = (next: Change) => {
    stop()
    onChange(next)
  }
  const look = (next: Camera) => change({ camera: formatCamera(next) })
  const drawing = frame
    ? say('frame', { ms: formatNumber(frame.ms, { decimals: 1 }), calls: frame.calls, parts: frame.points })
    : ''
  return (
    <Pane title={say('picture')} note={drawing} provenance={say('precision')}>
      <Presets {...{ scene, isTorture, look }} onChange={change} />
      {kind === 'noWebGl' || kind === 'lost' ? (
        <Empty level="serious" title={say(kind === 'lost' ? 'contextLost' : 'noWebGl')}>
          {say('noWebGlText')}
        </Empty>
      ) : null}
      <Surface {...{ view, camera, look }} label={say('pictureKeys')} isHidden={kind === 'noWebGl'} />
      <Moves
        camera={camera}
        look={look}
        isSpinning={stopSpin !== undefined}
        onSpin={() => {
          if (stopSpin) return stop()
          const end = spinOf(view, picture)
          setStopSpin(() => end)
        }}
      />
    </Pane>
  )
}

type Picture = Parameters<View['show']>[0]

type PresetProps = Omit<Props, 'camera'> & { readonly look: (camera: Camera) => void }

function Presets({ scene, isTorture, onChange, look }: PresetProps) {
  const say = useWords(devWords)
  return (
    <div className="flex wrap gap-6 pad-6">
      <Button onClick={() => onChange({ camera: formatCamera(HOME), scene: undefined })}>{say('wholeEarth')}</Button>
      <Button onClick={() => onChange({ camera: 'earth,0,89,30000000', scene: undefined })}>{say('overPole')}</Button>
      {scene.objects.map(({ name }) => (
        <Button
          key={name}
          onClick={() => look({ target: name, azimuthDeg: 40, elevationDeg: 30, distanceM: isTorture ? 5 : NEAR_M })}
        >
          {name}
        </Button>
      ))}
      <Button aria-pressed={isTorture} onClick={() => onChange({ scene: 'torture', camera: formatCamera(TORTURE) })}>
        {say('torture')}
      </Button>
    </div>
  )
}

type MovesProps = {
  readonly camera: Camera
  readonly look: (camera: Camera) => void
  readonly isSpinning: boolean
  readonly onSpin: () => void
}

/** Shows the functions of arrows, plus and minus as buttons, and a button for rotation by itself, which never starts without a request. */
function Moves({ camera, look, isSpinning, onSpin }: MovesProps) {
  const say = useWords(devWords)
  const isStill = useMedia('(prefers-reduced-motion: reduce)')
  return (
    <div className="flex wrap gap-6 pad-6">
      <MoveButtons camera={camera} look={look} say={say} />
      <Button aria-pressed={isSpinning} disabledReason={isStill ? say('noSpin') : undefined} onClick={onSpin}>
        {say('spin')}
      </Button>
    </div>
  )
}

/** Rotates the picture until the returned function is called. */
function spinOf(view: View, picture: Picture): () => void {
  let { camera } = picture
  const stop = view.state.subscribe(() => {
    camera = turned(camera, { right: SPIN_DEG })
    view.show({ ...picture, camera })
  })
  view.show(picture)
  return stop
}
