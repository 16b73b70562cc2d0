import type { Camera } from '../../chart/three/camera.ts'
import { Button } from '../../ui/button/button.tsx'
import { Segments } from '../../ui/button/segments.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from './encounter.module.css'
import { ARROWS, type Arrow, CENTRES, type Centre, type Look } from './look.ts'
import { spaceWords } from './words.data.ts'

/** The keys for the centre of the picture and for its arrows: each acts like its button while the picture has the focus. */
const KEYS = { encounter: '1', object2: '2', miss: 'm', velocity: 'v', sun: 's' } as const

type LookProps = {
  readonly camera: Camera
  readonly arrows: Look['arrows']
  readonly onLook: (change: Partial<Look>) => void
}

/** Returns the functions for each choice of a view. */
const pressesOf = ({ camera, arrows, onLook }: LookProps) => ({
  centre: (target: Centre) => onLook({ camera: { ...camera, target } }),
  arrow: (arrow: Arrow) => onLook({ arrows: ARROWS.filter((one) => (one === arrow) !== arrows.includes(one)) }),
})

/** Returns these functions by their keys. */
export function byKey(look: LookProps): Readonly<Record<string, () => void>> {
  const { centre, arrow } = pressesOf(look)
  return Object.fromEntries([
    ...CENTRES.map((one) => [KEYS[one], () => centre(one)] as const),
    ...ARROWS.map((one) => [KEYS[one], () => arrow(one)] as const),
  ])
}

const Key = ({ of }: { readonly of: keyof typeof KEYS }) => (
  <kbd aria-hidden className={`no-phone same-ink ${styles.key}`}>
    {KEYS[of]}
  </kbd>
)

/** Shows the buttons. Only the picture handles the keys: its label lists them, and these buttons only show them. */
export function LookButtons(look: LookProps) {
  const t = useWords(spaceWords)
  const { centre, arrow } = pressesOf(look)
  return (
    <>
      <Segments
        label={t('centre')}
        value={CENTRES.find((one) => one === look.camera.target) ?? 'encounter'}
        options={CENTRES.map((value) => ({
          value,
          label: (
            <>
              {t(value)} <Key of={value} />
            </>
          ),
        }))}
        onChange={centre}
      />
      {ARROWS.map((one) => {
        const isOn = look.arrows.includes(one)
        return (
          <Button key={one} className={styles.arrow ?? ''} aria-pressed={isOn} onClick={() => arrow(one)}>
            {/* A shape shows the pressed state, so that it does not depend on colour alone. */}
            <span aria-hidden className={`flex-none round fs-11 ${styles.check}`}>
              {isOn ? '✓' : ''}
            </span>
            {t(one)} <Key of={one} />
          </Button>
        )
      })}
    </>
  )
}
