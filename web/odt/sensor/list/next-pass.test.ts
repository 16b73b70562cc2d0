import type { Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import { QueryClient, QueryClientProvider, QueryObserver } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { TrackedPass } from '../../pass/pass-query.ts'
import { nextQuery, useNextPass } from './next-pass.ts'
import { nextText } from './sensor-map.tsx'

const at = (time: string) => Date.parse(`2026-11-22T${time}Z`)
const pass = (start: string, end: string) =>
  ({
    start: `2026-11-22T${start}Z`,
    end: `2026-11-22T${end}Z`,
    maximumElevation: 41,
    startsBefore: false,
  }) as TrackedPass
const [first, second] = [pass('12:03:00', '12:08:00'), pass('13:40:00', '13:49:00')]
const asked = (time: string, code = 'RAD01') => ({ ...nextQuery(code, 'SAT', at(time)), enabled: false })

test('a pass that has ended is not the next one, and the passes that were found stay until the next answer', () => {
  const client = new QueryClient()
  client.setQueryData(asked('12:01:00').queryKey, [first, second])
  const observer = new QueryObserver(client, asked('12:01:00'))
  const leave = observer.subscribe(() => undefined)
  const seenAt = (...when: Parameters<typeof asked>) => {
    observer.setOptions(asked(...when))
    return observer.getCurrentResult().data
  }
  expect(observer.getCurrentResult().data).toEqual(first)
  expect(seenAt('12:05:00')).toEqual(first)
  expect(seenAt('12:09:00')).toEqual(second)
  // Ten minutes later the passes are searched again.
  expect(asked('12:11:00').queryKey).not.toEqual(asked('12:01:00').queryKey)
  expect(seenAt('12:11:00')).toEqual(second)
  expect(seenAt('12:11:00', 'RAD02')).toBeUndefined()
  leave()
})

test('nextText() gives the start of a pass in progress, and says that the start is earlier if the search began during the pass', () => {
  const said = (one: TrackedPass, time: string) =>
    nextText({ state: 'known', pass: one }, { sensorCode: 'RAD01' } as Sensor, at(time)).join(' ')
  expect(said(first, '12:02:00')).toMatch(/^Next pass over RAD01: .*12:03:00/)
  expect(said(first, '12:04:00')).toMatch(/^Passing over RAD01 since 2026-11-22 12:03:00/)
  expect(said({ ...first, startsBefore: true }, '12:04:00')).toMatch(/since before /)
})

test('the next pass is searched only if a sensor and a satellite are chosen', () => {
  const client = new QueryClient()
  const stateOf = (code: string | undefined, satellite: string) => {
    const States = () => useNextPass(code, satellite, at('12:00:00')).state
    const inside = createElement(States)
    return renderToStaticMarkup(createElement(QueryClientProvider, { client }, inside))
  }
  expect([stateOf(undefined, 'SAT'), stateOf('RAD01', ''), stateOf(undefined, '')]).toEqual(['none', 'none', 'none'])
  expect(stateOf('RAD01', 'SAT')).toBe('reading')
})
