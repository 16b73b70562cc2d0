import { expect, test } from 'vitest'
import { parseConfig } from './config.ts'

const CONFIG = { issuer: 'https://login.example/realms/platform', clientId: 'web', version: '1.2.3' }

test('parseConfig() reads the settings of the site; a switch that is absent is off', () => {
  expect(parseConfig(CONFIG)).toEqual({ ...CONFIG, devMode: false, demo: false })
  expect(parseConfig({ ...CONFIG, devMode: true, demo: 'true', more: 1 })).toEqual({
    ...CONFIG,
    devMode: true,
    demo: false,
  })
  expect(parseConfig({ ...CONFIG, demo: true })).toEqual({ ...CONFIG, devMode: false, demo: true })
})

test.each(['issuer', 'clientId', 'version'])('parseConfig() refuses a configuration without %s', (key) => {
  for (const value of [undefined, '', 7]) {
    expect(() => parseConfig({ ...CONFIG, [key]: value })).toThrow(`The configuration has no ${key}.`)
  }
})

test.each([null, undefined, 'text', 7])('parseConfig() refuses %s', (value) => {
  expect(() => parseConfig(value)).toThrow('The configuration is not an object.')
})
