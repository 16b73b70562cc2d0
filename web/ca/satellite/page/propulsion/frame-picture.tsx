import type { DELTA_V_FRAMES } from '@apsis/contract/ca/satellite/propulsion.ts'
import chart from '../../../../chart/plot.module.css'
import type { Size } from '../../../../ui/page/size.ts'
import { useWords } from '../../../../ui/text/language.ts'
import { Still } from '../../../plot/still.tsx'
import styles from '../../satellite.module.css'
import { propulsionWords } from './propulsion-words.data.ts'

type Frame = (typeof DELTA_V_FRAMES)[number]
/**
 * The view is from the south of the orbit: the satellite moves to the right, and the orbit normal points away from the
 * reader.
 */
type Axis = 'up' | 'down' | 'right' | 'away' | 'near'
/** The three axes of each frame, in the order of its name. */
const AXES: Partial<Readonly<Record<Frame, readonly [name: string, axis: Axis][]>>> = {
  RTN: [['R', 'up'], ['T', 'right'], ['N', 'away']],
  RSW: [['R', 'up'], ['S', 'right'], ['W', 'away']],
  QSW: [['Q', 'up'], ['S', 'right'], ['W', 'away']],
  RIC: [['R', 'up'], ['I', 'right'], ['C', 'away']],
  TNW: [['T', 'right'], ['N', 'down'], ['W', 'away']],
  NTW: [['N', 'up'], ['T', 'right'], ['W', 'away']],
  LVLH: [['x', 'right'], ['y', 'near'], ['z', 'down']],
  VNC: [['V', 'right'], ['N', 'away'], ['C', 'up']],
} // biome-ignore format: a table
const SAME: readonly Frame[] = ['RSW', 'QSW', 'RIC']
const HEIGHT_PX = 132
const ARM_PX = 42
const WAYS: Readonly<Record<'up' | 'down' | 'right', readonly [x: number, y: number]>> = {
  up: [0, -1],
  down: [0, 1],
  right: [1, 0],
}

type Props = { readonly frame: string; readonly isAngles: boolean }

/** Explains the directions of a burn: the axes of the frame in a sentence, and drawn at the satellite if they follow its orbit. */
export function FramePicture({ frame, isAngles }: Props) {
  const t = useWords(propulsionWords)
  const [known, motion] = partsOf(frame)
  const text = SAME.includes(known) ? `${t('frame_RTN')} ${t('sameAs')}` : t(`frame_${known}` as 'frame_RTN')
  const axes = AXES[known]
  return (
    <div className="stack min-w-0 gap-10">
      {axes ? (
        <Still
          label={t('picture', { axes: text })}
          heightPx={HEIGHT_PX}
          draw={(size) => <Drawing axes={axes} size={size} />}
        />
      ) : null}
      <p className={`muted fs-12 ${styles.note}`}>
        {text} {motion ? t(motion) : ''} {isAngles ? t('angles') : ''}
      </p>
    </div>
  )
}

/** Returns a local frame, and whether its axes are inertial or rotate: LVLH_ROTATING has the axes of LVLH. */
function partsOf(frame: string): readonly [known: Frame, motion: 'inertialFrame' | 'rotatingFrame' | undefined] {
  const known = frame.replace(/_(INERTIAL|ROTATING)$/, '') as Frame
  if (frame.endsWith('_INERTIAL')) return [known, 'inertialFrame']
  return [known, frame.endsWith('_ROTATING') ? 'rotatingFrame' : undefined]
}

function Drawing({ axes, size }: { readonly axes: readonly [string, Axis][]; readonly size: Size }) {
  const [cx, cy] = [size.width / 2, 58]
  const orbitPx = 220
  return (
    <>
      <circle cx={cx} cy={cy + orbitPx} r={orbitPx} className={chart.grid} fill="none" />
      <text x={cx} y={size.height - 6} textAnchor="middle">
        {propulsionWords('earth')} ↓
      </text>
      {axes.map(([name, axis]) =>
        axis === 'away' || axis === 'near' ? (
          <g key={name}>
            <circle cx={cx} cy={cy} r={8} className={`stroke-series-1 ${chart.line}`} />
            {axis === 'away' ? (
              <path d={`M${cx - 5} ${cy - 5}l10 10m0 -10l-10 10`} className={`stroke-series-1 ${chart.line}`} />
            ) : (
              <circle cx={cx} cy={cy} r={2} className={`fill-series-1 stroke-series-1 ${styles.body}`} />
            )}
            <text x={cx - 14} y={cy + 4} textAnchor="end">
              {name}
            </text>
          </g>
        ) : (
          <Arrow key={name} name={name} from={[cx, cy]} way={WAYS[axis]} />
        ),
      )}
    </>
  )
}

type ArrowProps = {
  readonly name: string
  readonly from: readonly [number, number]
  readonly way: readonly [number, number]
}

function Arrow({ name, from: [x, y], way: [dx, dy] }: ArrowProps) {
  const [tx, ty] = [x + dx * ARM_PX, y + dy * ARM_PX]
  return (
    <g>
      <path
        d={`M${x + dx * 8} ${y + dy * 8}L${tx} ${ty}M${tx - dx * 6 - dy * 4} ${ty - dy * 6 - dx * 4}L${tx} ${ty}L${tx - dx * 6 + dy * 4} ${ty - dy * 6 + dx * 4}`}
        className={`stroke-series-1 ${chart.line}`}
      />
      <text x={tx + dx * 6 + (dx === 0 ? 8 : 0)} y={ty + 4 + dy * 2}>
        {name}
      </text>
    </g>
  )
}
