import { listSensors, type Sensor, SIMULATED_CLIMATE } from '@apsis/contract/odt/sensor/sensor.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { narrowColumns, tableOf } from '../../../ui/table/column.ts'
import { sensorWords } from '../words.data.ts'
import { clearColumns, clearSourcesOf, sensorColumns } from './columns.tsx'
import { sensorsWords } from './words.data.ts'

const examples: unknown = listSensors.response.element.meta()?.examples
const [example] = examples as readonly [Sensor]
const nowMs = Date.UTC(2026, 10, 23)
const say = { t: sensorsWords, sensor: sensorWords, isSpecialMode: false, nowMs, clearSources: [] }
const clearSky = { fraction: 0.62, source: 'Log of 2025', asOf: '2026-01-01T00:00:00.000Z' }

test('a file contains the share of clear nights with its source and its time, and none of them if no share is stated', () => {
  const sensors: Sensor[] = [
    { ...example, clearSky },
    { ...example, clearSky: null },
  ]
  const { columns, rows } = tableOf([...sensorColumns(say), ...clearColumns(say)], sensors)
  const of = (row: number) => columns.flatMap((title, at) => (/^Clear/.test(title) ? [rows[row]?.[at]] : []))
  expect(columns.filter((title) => /^Clear/.test(title))).toEqual(['Clear sky, %', 'Clear sky by', 'Clear sky as of'])
  expect(of(0)).toEqual([62, 'Log of 2025', '2026-01-01T00:00:00.000Z'])
  expect(of(1)).toEqual([undefined, undefined, undefined])
})

test('a phone shows the share of clear nights', () => {
  expect(narrowColumns(sensorColumns(say)).map(({ id }) => id)).toContain('clear')
})

test('a number is aligned with the end of its title', () => {
  const numbers = sensorColumns(say).filter(({ value }) => typeof value({ ...example, clearSky }) === 'number')
  expect(numbers.map(({ id }) => id)).toContain('clear')
  expect(numbers.filter(({ align }) => align !== 'end').map(({ id }) => id)).toEqual([])
})

test('each source of clear nights is named once, in the language of the reader', () => {
  const by = (source: string): Sensor => ({ ...example, clearSky: { ...clearSky, source } })
  const sensors = [by('Log of 2025'), { ...example, clearSky: null }, by(SIMULATED_CLIMATE), by('Log of 2025')]
  expect(clearSourcesOf(sensors)).toEqual(['Log of 2025', 'Simulated climate: no weather service stands behind it'])
})

test('the share from a climate model is marked as such, and a measured share has its age', () => {
  const column = sensorColumns(say).find(({ id }) => id === 'clear')
  const shown = (source: string) =>
    renderToStaticMarkup(column?.cell({ ...example, clearSky: { ...clearSky, source } }))
  expect(shown(SIMULATED_CLIMATE)).toContain('>climate<')
  expect(shown(SIMULATED_CLIMATE)).not.toMatch(/\d d</)
  expect(shown('Log of 2025')).toMatch(/>326[^<]*d</)
})
