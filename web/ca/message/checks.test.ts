import { type Cdm, listCdms } from '@apsis/contract/ca/message/cdm.ts'
import { expect, test } from 'vitest'
import { checksOf, faultLines } from './checks.ts'
import { openMessage } from './message.ts'
import { MESSAGE } from './testing/message.data.ts'

const CDM = (listCdms.response.meta() as { examples: Cdm[][] }).examples[0]![0]!
const ofText = (text: string) => new Map(checksOf(openMessage(text), undefined).map((check) => [check.id, check]))
const ofAssessment = (assessment: Partial<Cdm['assessment']>) =>
  new Map(
    checksOf(undefined, { ...CDM, assessment: { ...CDM.assessment, ...assessment } }).map((check) => [check.id, check]),
  )

test('a message is checked by its text: frames, covariances, its age and the miss distance of its states', () => {
  const checks = ofText(MESSAGE)
  expect(checks.get('covariance 1')).toMatchObject({ level: 'ok', value: 'yes' })
  expect(checks.get('covariance 2')).toMatchObject({ level: 'ok', value: 'yes' })
  expect(checks.get('frame')).toMatchObject({ level: 'ok', value: 'ITRF' })
  // The message was created at 14:13:59, 6.29 h before the TCA of 20:31:15.893.
  expect(checks.get('epoch')).toMatchObject({ level: 'ok', value: '6.3 h before' })
  // The states are (−9.946, 46.071, 29.831) m apart, which is 55.8 m.
  expect(checks.get('miss')).toMatchObject({ level: 'ok', value: '55.8 m, reported 55 m' })
})

test('each check can fail', () => {
  // 0.1 · 1.56e6 is less than 29097², so this is not a valid covariance.
  const flat = ofText(MESSAGE.replace('CR_R = 964.6447977021088', 'CR_R = 0.1'))
  expect(flat.get('covariance 2')).toMatchObject({ level: 'serious', value: 'no' })
  expect(flat.get('covariance 1')).toMatchObject({ level: 'ok' })
  const late = ofText(MESSAGE.replace('CREATION_DATE = 2023-07-05T14', 'CREATION_DATE = 2023-07-05T22'))
  expect(late.get('epoch')).toMatchObject({ level: 'caution', value: '1.7 h after TCA' })
  const far = ofText(MESSAGE.replace('MISS_DISTANCE = 55 [m]', 'MISS_DISTANCE = 57 [m]'))
  expect(far.get('miss')).toMatchObject({ level: 'caution', value: '55.8 m, reported 57 m' })
  const mixed = ofText(MESSAGE.replace('REF_FRAME = ITRF', 'REF_FRAME = EME2000'))
  expect(mixed.get('frame')).toMatchObject({ level: 'caution', value: 'EME2000, ITRF' })
})

test('a frame of the registry that Apsis cannot transform is serious for both objects', () => {
  expect(ofFrames('EFG', 'ITRF')).toEqual(['serious', 'inactive'])
  expect(ofFrames('ITRF', 'EFG')).toEqual(['serious', 'inactive'])
  expect(ofFrames('EFG', 'EFG')).toEqual(['serious', 'inactive'])
  expect(ofFrames('EME2000', 'EME2000')[0]).toBe('ok')
})

/** Returns the levels of the checks of the frames and of the miss distance for objects with these frames. */
function ofFrames(...names: readonly [string, string]): readonly unknown[] {
  let place = 0
  const checks = ofText(MESSAGE.replace(/REF_FRAME = ITRF/g, () => `REF_FRAME = ${names[place++]}`))
  return [checks.get('frame')?.level, checks.get('miss')?.level]
}

test('an unreadable message has no other check, and its error has a line', () => {
  const lines = MESSAGE.split('\n')
  const text = lines.filter((line) => !line.startsWith('TCA =')).join('\n')
  const open = openMessage(text)
  expect(checksOf(open, undefined)).toMatchObject([{ id: 'readable', level: 'serious' }])
  expect([...faultLines(open).values()].join(' ')).toContain('TCA')
})

test('the assessment is checked: radius, validity and the reported value', () => {
  expect([...ofAssessment({}).values()].map(({ id, level, value }) => [id, level, value])).toEqual([
    ['hardBody', 'ok', '5.0 m: message'],
    ['usage', 'ok', 'duration 0.00020 of 0.02, offset 0.00010 of 0.01'],
    ['reported', 'ok', 'as square-2d'],
  ])
})

test('an assumed, violated or unmatched value is a caution, and a missing value is marked as missing', () => {
  expect(ofAssessment({ hardBodyRadiusFrom: 'satellite and default' }).get('hardBody')).toMatchObject({
    level: 'caution',
    value: '5.0 m: own configuration, default',
  })
  expect(ofAssessment({ hardBodyRadius: null }).get('hardBody')).toMatchObject({ level: 'serious' })
  expect(ofAssessment({ checks: { ...CDM.assessment.checks!, isViolated: true } }).get('usage')?.level).toBe('caution')
  expect(ofAssessment({ checks: null, isReliable: false, reason: 'no-checks' }).get('usage')).toMatchObject({
    level: 'inactive',
    value: 'no-checks',
  })
  const reported = { probability: 1e-4, method: null, matches: null }
  expect(ofAssessment({ reported }).get('reported')).toMatchObject({ level: 'caution', value: 'by no method of ours' })
  expect(ofAssessment({ reported: null }).get('reported')?.level).toBe('inactive')
})

test('the covariances are named by the number of their object', () => {
  const checks = ofText(MESSAGE)
  expect(checks.get('covariance 1')?.name).toContain('1')
  expect(checks.get('covariance 2')?.name).toContain('2')
})

test('the miss distance may differ by a metre, because it is printed in whole metres; more is a caution', () => {
  const of = (reported: string) => ofText(MESSAGE.replace('MISS_DISTANCE = 55 [m]', `MISS_DISTANCE = ${reported} [m]`))
  // The states are 55.78 m apart.
  expect([of('54.79').get('miss')?.level, of('54.73').get('miss')?.level]).toEqual(['ok', 'caution'])
})

test('a message created at its TCA is not before it', () => {
  const tca = /^TCA = (\S+)/m.exec(MESSAGE)?.[1]
  const atTca = ofText(MESSAGE.replace(/^CREATION_DATE = .*$/m, `CREATION_DATE = ${tca}`))
  expect(atTca.get('epoch')?.level).toBe('caution')
})
