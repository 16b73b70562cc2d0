import { expect, test } from 'vitest'
import { accountLabels } from './account-labels.ts'

const LISTED = { demo: ['Anna', 'ben'], test: ['ben', 'carla'] }
const labelsOf = (username: string, claimedLabels: readonly ('demo' | 'test')[] = []) =>
  accountLabels({ username, claimedLabels }, LISTED)

test('accountLabels() uses names that begin with demo, the lists in the settings, and claims', () => {
  expect(['demo', 'demo-admin', 'Demonstrator'].map((name) => labelsOf(name))).toEqual([['demo'], ['demo'], ['demo']])
  expect(['anna', 'BEN', 'carla'].map((name) => labelsOf(name))).toEqual([['demo'], ['demo', 'test'], ['test']])
  expect(labelsOf('dora', ['test'])).toEqual(['test'])
})

test('accountLabels() gives no label to any other account', () => {
  for (const name of ['my-demo', 'dеmo', 'ｄｅｍｏ', 'tester', 'admin', 'ann']) expect(labelsOf(name)).toEqual([])
})
