import { expect, test } from 'vitest'
import { simulatedComments } from './result.ts'

test('a message of a screening names the simulated orbits, and says nothing about them if there are none', () => {
  expect(simulatedComments({ simulated: { own: false, other: false } })).toEqual([])
  expect(simulatedComments({ simulated: { own: true, other: false } })).toEqual(['SIMULATED: AN OWN ORBIT IS MADE UP'])
  const [against] = simulatedComments({ simulated: { own: false, other: true } })
  expect(against).toBe('SIMULATED: WHAT IT WAS SCREENED AGAINST IS MADE UP')
  const [both] = simulatedComments({ simulated: { own: true, other: true } })
  expect(both).toBe('SIMULATED: AN OWN ORBIT AND WHAT IT WAS SCREENED AGAINST IS MADE UP')
})
