import { localRotation } from '@apsis/astro/frames/local.ts'
import type { Mat3 } from '@apsis/astro/mat3.ts'
import { rotateForm } from '@apsis/astro/mat3.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'
import type { ObservationReport, OrbitUpdate } from '@apsis/contract/odt/observation/observation.ts'
import { Instant } from '../../clock/instant.tsx'
import { formatNumber } from '../../ui/format/number.ts'
import { Pane } from '../../ui/page/pane.tsx'
import { NotComputed } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { KeyValues } from '../../ui/value/key-values.tsx'
import styles from './observation.module.css'
import { priorText } from './prior.ts'
import { observationWords } from './words.data.ts'

/** Shows the orbit from the track and the earlier orbit, with its accuracy. */
export function UpdatePane({ report }: { readonly report: ObservationReport }) {
  const t = useWords(observationWords)
  const { orbitUpdate: update } = report
  if (update === null)
    return (
      <Pane id="orbit-update" title={t('update')}>
        <NotComputed>{t('noUpdate')}</NotComputed>
      </Pane>
    )
  const three = (values: readonly number[], decimals: number, k = 1) =>
    values.map((value) => formatNumber(value * k, { decimals })).join('  ')
  const sigmas = (from: 0 | 3) => sigmasAlong(update, from).map((value) => formatNumber(value, { significant: 3 }))
  return (
    <Pane
      id="orbit-update"
      title={t('update')}
      exports={{ csv: { name: 'orbit-update', table: () => tableOf(update) } }}
    >
      <div className={`fs-13 break-anywhere ${styles.facts}`}>
        <KeyValues
          rows={[
            [t('epoch'), <Instant key="epoch" at={Date.parse(update.epoch)} milliseconds />],
            [t('position'), three(update.position, 3, 1e-3)],
            [t('velocity'), three(update.velocity, 6, 1e-3)],
            [t('sigmaPosition'), sigmas(0).join('  ')],
            [t('sigmaVelocity'), sigmas(3).join('  ')],
            [t('usedEdited'), t('usedOf', { used: update.used, edited: update.edited })],
            [t('rms'), formatNumber(update.weightedRms, { decimals: 2 })],
            [
              t('factors'),
              t('factorsOf', {
                scale: formatNumber(update.scaleFactor, { significant: 3 }),
                correlation: formatNumber(update.correlationFactor, { significant: 3 }),
              }),
            ],
            [t('prior'), priorText(report, update)],
          ]}
        />
      </div>
    </Pane>
  )
}

/** Returns the sigmas of position (from index 0) or velocity (from index 3) along the radial, transverse and normal axes. */
export function sigmasAlong(
  {
    position,
    velocity,
    covariance,
  }: Readonly<Pick<OrbitUpdate, 'position' | 'velocity'>> & { readonly covariance: readonly (readonly number[])[] },
  from: 0 | 3,
): readonly number[] {
  const state = { r: position as unknown as Vec3, v: velocity as unknown as Vec3 }
  const block = covariance.slice(from, from + 3).map((row) => row.slice(from, from + 3))
  const turned = rotateForm(localRotation('RSW', state, { kind: 'inertial' }).matrix, block as unknown as Mat3)
  return turned.map((row, axis) => Math.sqrt(row[axis] ?? Number.NaN))
}

const AXES = ['x', 'y', 'z', 'vx', 'vy', 'vz']

function tableOf({ position, velocity, covariance, epoch }: OrbitUpdate) {
  const state = [...position, ...velocity]
  return {
    columns: ['epoch, UTC', 'axis, GCRF', 'state, m and m/s', ...AXES.map((axis) => `covariance ${axis}`)],
    rows: AXES.map((axis, place) => [epoch, axis, state[place], ...(covariance[place] ?? [])]),
  }
}
