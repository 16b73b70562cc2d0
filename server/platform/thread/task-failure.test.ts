import { expect, test } from 'vitest'
import { TaskLimitError } from './task.ts'
import { reasonOf, refuseTooCostly } from './task-failure.ts'

const sentenceOf = (what: string) => `The plan takes ${what}.`
const failing = (error: Error) => () => Promise.reject(error)

test('a task within its limits gives an answer', async () => {
  expect(await refuseTooCostly(() => Promise.resolve(7), sentenceOf)).toBe(7)
})

test('a task beyond its limits is refused with a message about the effort that it needs; any other error is unchanged', async () => {
  await expect(refuseTooCostly(failing(new TaskLimitError('more than 15 s')), sentenceOf)).rejects.toMatchObject({
    code: 'unprocessable',
    message: 'The plan takes more than 15 s.',
  })
  const lost = new Error('lost')
  await expect(refuseTooCostly(failing(lost), sentenceOf)).rejects.toBe(lost)
})

test('a reason is returned for input that cannot be computed or costs too much, and for no other error', () => {
  expect(reasonOf(new TaskLimitError('more than 15 s'))).toBe('that takes more than 15 s')
  expect(reasonOf(new RangeError('the orbit is hyperbolic'))).toBe('the orbit is hyperbolic')
  expect(() => reasonOf(new TypeError('a fault of ours'))).toThrow('a fault of ours')
})
