import { expect, test } from 'vitest'
import { problemOfAnswer } from '../../api/problem.ts'
import { refusedFields } from './refused.ts'

const problem = (status: number, errors?: readonly object[]) =>
  problemOfAnswer(
    { status, statusText: '' },
    {
      type: '/problems/unprocessable',
      title: 'Unprocessable Content',
      status,
      detail: 'It cannot be used.',
      instance: '/api/v1/ca/find',
      error: 'Unprocessable Content',
      message: 'It cannot be used.',
      code: status,
      requestId: 'r',
      errors,
    },
  )

test('refusedFields returns the texts of the server at the fields to which they refer', () => {
  const checksum = 'line 2, column 69, checksum: "8" is written, the line has 7'
  expect(refusedFields(problem(422, [{ code: 'invalid', message: checksum, parameter: 'tle' }]))).toEqual({
    object: checksum,
  })
  const two = [
    { code: 'invalid', message: 'has to be after from', parameter: 'to' },
    { code: 'invalid', message: 'at most 100', parameter: 'max-km' },
  ]
  expect(refusedFields(problem(400, two))).toEqual({ hours: 'has to be after from', km: 'at most 100' })
})

test('refusedFields keeps an error without a field, and ignores a failure that is not an error of the query', () => {
  expect(refusedFields(problem(422))).toEqual({ object: 'It cannot be used.' })
  expect(refusedFields(problem(404, [{ code: 'unknown', message: 'no orbit', parameter: 'norad-id' }]))).toEqual({})
  expect(refusedFields(problem(504))).toEqual({})
  expect(refusedFields(null)).toEqual({})
})
