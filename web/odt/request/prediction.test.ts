import { expect, test } from 'vitest'
import { isSimulatedIn, stateOfPrediction } from './prediction.ts'

const PENDING = { data: undefined, error: null }
const FAILED = { data: undefined, error: new Error('no connection') }
const READ = { data: [], error: null }
const able = ['ABC01']

test('passes count as being read until the sensors, the value for the event and the passes themselves have been read', () => {
  expect(stateOfPrediction({ sensors: PENDING, isReady: true, able: [], query: PENDING })).toBe('reading')
  expect(stateOfPrediction({ sensors: READ, isReady: false, able, query: PENDING })).toBe('reading')
  expect(stateOfPrediction({ sensors: READ, isReady: true, able, query: PENDING })).toBe('reading')
  expect(stateOfPrediction({ sensors: READ, isReady: true, able, query: READ })).toBe('known')
})

test('sensors that cannot be read, sensors that cannot measure, and passes that failed are distinct states', () => {
  expect(stateOfPrediction({ sensors: FAILED, isReady: true, able: [], query: PENDING })).toBe('no-sensors-read')
  expect(stateOfPrediction({ sensors: READ, isReady: true, able: [], query: PENDING })).toBe('no-sensor')
  expect(stateOfPrediction({ sensors: READ, isReady: true, able, query: FAILED })).toBe('failed')
})

test('the dialog is marked as simulated if its event, or the orbit of any pass, is', () => {
  const [real, simulated] = [{ isSimulated: false }, { isSimulated: true }]
  expect(isSimulatedIn(undefined, undefined)).toBe(false)
  expect(isSimulatedIn(real, [real])).toBe(false)
  expect(isSimulatedIn(simulated, undefined)).toBe(true)
  expect(isSimulatedIn(undefined, [real, simulated])).toBe(true)
})
