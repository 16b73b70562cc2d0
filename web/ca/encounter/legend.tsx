import { missing } from '@apsis/astro/missing.ts'
import { norm, scale } from '@apsis/astro/vec3.ts'
import { TableView } from '../../chart/table-view.tsx'
import { formatNumber } from '../../ui/format/number.ts'
import { useWords } from '../../ui/text/language.ts'
import styles from './encounter.module.css'
import type { EncounterScene } from './encounter-scene.ts'
import { VELOCITY_NAMES } from './encounter-view.ts'
import type { Arrow } from './look.ts'
import { spaceWords } from './words.data.ts'

type Props = {
  readonly scene: EncounterScene
  readonly names: readonly [string, string]
  readonly arrows: readonly Arrow[]
  /** True if the path without the burn is also drawn. */
  readonly hasGhost: boolean
}

/** Explains each colour and each arrow of the picture, also on paper. */
export function Legend({ scene, names, arrows, hasGhost }: Props) {
  const t = useWords(spaceWords)
  const [one, two] = names
  const marks = [
    ['--series-1', t('keyObject1', { name: one })],
    ['--series-2', t('keyObject2', { name: two })],
    ['--ink-1', t('keyMiss')],
    ...(hasGhost ? [['--ink-3', t('ghost')]] : []),
    ['--ink-3', t('keyAxes')],
    ...(arrows.includes('velocity')
      ? scene.velocities.map((velocity, k) => [
          `--series-${k + 1}`,
          t('keyVelocity', {
            mark: VELOCITY_NAMES[k] ?? missing(),
            name: names[k] ?? missing(),
            speed: formatNumber(norm(velocity) / 1_000, { decimals: 3 }),
          }),
        ])
      : []),
    ...(arrows.includes('sun') ? [['--series-4', t('keySun')]] : []),
  ]
  return (
    <ul className={`flex wrap soft fs-12 pad-y-6 gap-4-16 ${styles.legend}`} aria-label={t('legend')}>
      {marks.map(([token, text]) => (
        <li key={text}>
          <i style={{ borderColor: `var(${token})` }} />
          {text}
        </li>
      ))}
    </ul>
  )
}

/** Lists the lengths and directions of the ellipsoids and the arrows as numbers. */
export function Numbers({ scene, names }: Pick<Props, 'scene' | 'names'>) {
  const t = useWords(spaceWords)
  const parts = (direction: readonly number[]) => direction.map((part) => formatNumber(part, { decimals: 4 }))
  const ellipsoids = scene.ellipsoids.flatMap(({ halfAxesM, directions }, k) =>
    halfAxesM.map((length, place) => [
      names[k] ?? '',
      formatNumber(length, { decimals: 2 }),
      ...parts(directions[place] ?? []),
    ]),
  )
  const moving = [...scene.velocities, scene.velocity].map((velocity, k) => [
    names[k] === undefined ? `${VELOCITY_NAMES[1]} − ${VELOCITY_NAMES[0]}` : `${VELOCITY_NAMES[k]} ${names[k]}`,
    formatNumber(norm(velocity), { decimals: 1 }),
    ...parts(scale(velocity, 1 / norm(velocity))),
  ])
  return (
    <>
      <TableView
        label={t('axes')}
        table={{
          columns: ['object', 'half axis, m', 'R', 'T', 'N'],
          heads: [t('object'), t('halfAxis'), 'R', 'T', 'N'],
          rows: ellipsoids,
        }}
        heightPx={170}
      />
      <TableView
        label={t('directions')}
        table={{
          columns: ['direction', 'speed, m/s', 'R', 'T', 'N'],
          heads: [t('direction'), t('speed'), 'R', 'T', 'N'],
          rows: [...moving, [t('sun'), undefined, ...parts(scene.sun)]],
        }}
        heightPx={130}
      />
    </>
  )
}
