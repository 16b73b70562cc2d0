import type { Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import type { PassOf } from '../pass-query.ts'
import { ChosenBar } from './chosen-bar.tsx'

vi.useFakeTimers({ now: Date.UTC(2026, 10, 22, 12), toFake: ['Date'] })
afterEach(() => vi.useRealTimers())

const NAME = 'RAD01@2026-11-22T11:30:00Z'
const startMs = Date.UTC(2026, 10, 22, 11, 30)
const begun = { name: NAME, code: 'RAD01', startMs, seenMs: startMs, pass: { reasons: [] as string[] } } as PassOf
const radar = { sensorCode: 'RAD01', sensorType: 'RADAR_ACTIVE', providerId: 'simulator' } as Sensor

test('a pass in the address that has already begun is named, and there is no button to request it', () => {
  const page = renderToStaticMarkup(
    <ChosenBar
      chosen={[begun]}
      {...{ gone: 0, search: {}, message: undefined, sensors: [radar], bookings: [] }}
      onClear={() => undefined}
    />,
  )
  expect(page).toContain('1 chosen.')
  expect(page).toContain('has begun or begins within a minute')
  expect(page).not.toContain('Request 1')
})
