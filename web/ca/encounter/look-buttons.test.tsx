import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Look } from './look.ts'
import { byKey, LookButtons } from './look-buttons.tsx'

const CAMERA = { target: 'miss', azimuthDeg: 40, elevationDeg: -12.5, distanceM: 350 }

test('the centre is one of three choices in a group, and an arrow that is shown has a check mark', () => {
  const page = renderToStaticMarkup(<LookButtons camera={CAMERA} arrows={['sun']} onLook={() => undefined} />)
  const [group = '', arrows = ''] = page.split('</div>')
  expect(group).toContain('role="group" aria-label="Middle"')
  expect([...group.matchAll(/aria-pressed="(\w+)">([^<]+)/g)].map(([, is, name]) => [is, name])).toEqual([
    ['false', 'Around object 1 '],
    ['false', 'Around object 2 '],
    ['true', 'Around the miss vector '],
  ])
  const [velocities = '', sun = ''] = arrows.split('</button>')
  expect(velocities).toMatch(/aria-pressed="false".*Velocities/)
  expect(velocities).not.toContain('✓')
  expect(sun).toMatch(/aria-pressed="true".*✓.*Sun/)
  // The picture handles the keys, not these buttons.
  expect(page).not.toContain('aria-keyshortcuts')
})

test('each key does what its button does', () => {
  const told: Partial<Look>[] = []
  const keys = byKey({ camera: CAMERA, arrows: ['sun'], onLook: (change) => told.push(change) })
  for (const key of ['1', '2', 'm', 'v', 's']) keys[key]?.()
  expect(told).toEqual([
    { camera: { ...CAMERA, target: 'encounter' } },
    { camera: { ...CAMERA, target: 'object2' } },
    { camera: CAMERA },
    { arrows: ['velocity', 'sun'] },
    { arrows: [] },
  ])
})
