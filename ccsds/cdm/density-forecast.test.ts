import { expect, test } from 'vitest'
import reference from './cdm.reference.json' with { type: 'json' }
import { parseCdm } from './cdm.ts'
import { findDensityForecast, findDensitySigma } from './density-forecast.ts'

/** A message of 18 SDS; its comments contain the numbers below. */
const text = reference.messages.find(({ path }) => path.endsWith('ION_SCV8_vs_STARLINK_1233.txt'))!.text

test('each object has the density uncertainty and the sensitivity of its position (not of its velocity) from its own comments', () => {
  const message = parseCdm(text)
  expect(findDensityForecast(message, 0)).toEqual({
    sigma: 0.195081459,
    sensitivityRtnM: [-9.688012210957092, 415.5828327654824, 0.1733266162619454],
  })
  expect(findDensityForecast(message, 1)).toEqual({
    sigma: 0.201143685,
    sensitivityRtnM: [-60.38806418899802, 3295.512353006206, 3.089301620143486],
  })
  expect(findDensitySigma(message)).toBe(0.195081459)
})

test('a missing value, and a value that is not a number above 0, count as unknown', () => {
  const uncertainty = /(DCP Density Forecast Uncertainty =) 1\.95\d+E-01/
  for (const value of ['0', '-0.2', 'unknown', '0.2 0.3']) {
    const message = parseCdm(text.replace(uncertainty, `$1 ${value}`))
    expect([findDensitySigma(message), findDensityForecast(message, 0)], value).toEqual([null, null])
    expect(findDensityForecast(message, 1)?.sigma).toBe(0.201143685)
  }
  const halfTold = parseCdm(text.replace(/COMMENT DCP Sensitivity Vector RTN Pos = -9.*\n/, ''))
  expect([findDensitySigma(halfTold), findDensityForecast(halfTold, 0)]).toEqual([0.195081459, null])
})
